/** Loaded into a service whose memory is measured: collects garbage on a signal. Needs `--expose-gc`. */
process.on('SIGWINCH', () => globalThis.gc?.())
