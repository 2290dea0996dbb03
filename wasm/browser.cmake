# Toolchain of the browser module: emscripten's compiler, found on PATH.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(JSONTAPE_TARGET browser)

find_program(CMAKE_C_COMPILER emcc REQUIRED)
find_program(CMAKE_AR emar REQUIRED)
find_program(CMAKE_RANLIB emranlib REQUIRED)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
