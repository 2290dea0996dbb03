# Toolchain of the WASI command: the wasi-sdk that WASI_SDK_PATH names, else Debian's packages of
# the same parts (clang-22, lld-22, libclang-rt-22-dev-wasm32, wasi-libc).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(JSONTAPE_TARGET wasi)

if(DEFINED ENV{WASI_SDK_PATH})
    set(CMAKE_C_COMPILER $ENV{WASI_SDK_PATH}/bin/clang)
    set(CMAKE_SYSROOT $ENV{WASI_SDK_PATH}/share/wasi-sysroot)
else()
    # /usr as the sysroot holds the libraries where clang looks for them, and this machine's own
    # headers as well, which must not be found.
    find_program(CMAKE_C_COMPILER clang-22 REQUIRED)
    set(CMAKE_SYSROOT /usr)
    set(CMAKE_C_FLAGS_INIT "-nostdlibinc -isystem /usr/include/wasm32-wasi")
endif()
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)

# The short target name, which newer compilers call old, is the one whose folder Debian has. The
# features that wasm/CMakeLists.txt names are added to a processor that has none.
string(APPEND CMAKE_C_FLAGS_INIT " -Wno-deprecated -mcpu=mvp")
set(CMAKE_EXE_LINKER_FLAGS_INIT "--no-wasm-opt")
