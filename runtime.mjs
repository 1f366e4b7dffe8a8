import module from 'node:module'

// Loaded before every script, on whatever Node runs it: a Node that is too old ends here, in a sentence.
const major = Number(process.versions.node.split('.')[0])
if (major < 26) {
  console.error(
    `Florin runs on Node 26 or later; this is ${process.version}. ` +
      'npm ci installs a Node 26 for Linux and macOS beside the project: run it again with optional dependencies, ' +
      'or put Node 26 on the PATH.',
  )
  process.exit(1)
}

// What was compiled once is kept: a later start is faster by a third, and needs no TypeScript in memory.
module.enableCompileCache(`${import.meta.dirname}/node_modules/.cache/compiled`)
