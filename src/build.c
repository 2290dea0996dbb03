/* How the core was built. */
#include "whitespace.h"

#ifndef JSONTAPE_TARGET
#define JSONTAPE_TARGET JT_TARGET_NATIVE
#endif

jt_build jt_build_info(void) {
    return (jt_build){
        .target = (jt_target)JSONTAPE_TARGET,
        .whitespace = (jt_whitespace)JSONTAPE_WHITESPACE_KIND,
        .whitespace_prefix =
            JSONTAPE_WHITESPACE_KIND == JT_WHITESPACE_PREFIX ? JSONTAPE_WHITESPACE_PREFIX : 0,
        .simd = JT_SIMD,
    };
}
