import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lightContract } from './light-contract.ts'
import { words } from './words-plugin.ts'

const here = import.meta.dirname

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null }

/** All that a module imports before it runs, itself included. */
function reachedFrom(module: string, graph: Graph): Set<string> {
  const reached = new Set([`${here}/${module}`])
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

const parts = new Map<string, Set<string>>()

/** The icons that some modules name: lucide's own list reaches all of them. */
function iconsOf(modules: Iterable<string>, graph: Graph): Set<string> {
  const found = new Set<string>()
  for (const id of modules)
    for (const [, names = ''] of (graph.getModuleInfo(id)?.code ?? '').matchAll(
      /import \{([^}]+)\} from "lucide-react"/g,
    ))
      for (const name of names.split(',')) found.add(kebab(name.trim().split(' ')[0] ?? ''))
  return found
}
const kebab = (name: string) => name.replace(/(?!^)([A-Z]|\d+)/g, '-$1').toLowerCase()
let icons: Set<string> | undefined
let beforeApp: Set<string> | undefined

/**
 * The file that a module of the home screen goes to: packages, the screen, or the line of quick entry on it, instead of a hundred small
 * files that would each take a request and compress badly. Packages change less often than the app, and stay in the browser's cache.
 */
function fileOf(id: string, graph: Graph): string | undefined {
  // The entry needs it too, which must not run any code of the app before it has looked whether there is Temporal.
  if (id.includes('vite/preload-helper')) return undefined
  beforeApp ??= reachedFrom('ui/words.ts', graph)
  if (beforeApp.has(id)) return undefined
  if (parts.size === 0) {
    parts.set('first', reachedFrom('app.tsx', graph))
    parts.set('entry', reachedFrom('transactions/entry/QuickEntryLine.tsx', graph))
  }
  const icon = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\./.exec(id)?.[1]
  icons ??= iconsOf(
    [...parts.values()].flatMap((reached) => [...reached]),
    graph,
  )
  if (icon !== undefined) return icons.has(icon) ? 'packages' : 'icons'
  const [part] = [...parts].find(([, reached]) => reached.has(id)) ?? []
  return part === 'first' && id.includes('/node_modules/') ? 'packages' : part
}

// biome-ignore lint/style/noDefaultExport: Vite reads its settings from the default export.
export default defineConfig({
  root: here,
  plugins: [lightContract, words(), react(), tailwind()],
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
