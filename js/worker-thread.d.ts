/**
 * The worker's script: run it as a module worker, do not import it.
 */
export {}
