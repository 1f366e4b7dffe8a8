import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = import.meta.dirname

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const first = new Set<string>()

/** Everything that app.tsx imports before it runs: the first screen needs all of it. */
function isForFirstScreen(id: string, graph: Graph): boolean {
  if (first.size === 0) {
    first.add(`${here}/app.tsx`)
    for (const known of first)
      for (const next of graph.getModuleInfo(known)?.importedIds ?? []) first.add(next)
  }
  return first.has(id)
}

/**
 * The file that a module of the first screen goes to: one of two, instead of a hundred small ones that would each take a request and
 * compress badly. Packages change less often than the app, and stay in the browser's cache.
 */
function fileOf(id: string, graph: Graph): string | undefined {
  // The entry needs it too, which must not run anything of the app before it has looked whether there is Temporal.
  if (id.includes('vite/preload-helper')) return undefined
  if (!isForFirstScreen(id, graph)) return undefined
  return id.includes('/node_modules/') ? 'packages' : 'first'
}

// biome-ignore lint/style/noDefaultExport: Vite reads its settings from the default export.
export default defineConfig({
  root: here,
  plugins: [react(), tailwind()],
  resolve: {
    // The app needs the routes' paths and not their schemas, which are most of the contract's size and need TypeBox itself.
    alias: { typebox: `${here}/api/typebox.ts` },
  },
  build: {
    target: 'es2023',
    // Every file is under /assets with a hash in its name, so that it can be cached for good.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: fileOf, debugName: 'files' }],
        },
      },
    },
  },
  // The service tells its own pages by the host they were asked for at, so that the host stays.
  server: { proxy: { '/api/v1': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
})
