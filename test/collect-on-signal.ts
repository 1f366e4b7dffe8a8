/** Loaded into a service whose memory is measured: what nobody holds any more is given back when it is told to. Needs `--expose-gc`. */
process.on('SIGWINCH', () => globalThis.gc?.())
