import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = import.meta.dirname

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
  },
  // The service tells its own pages by the host they were asked for at, so that the host stays.
  server: { proxy: { '/api/v1': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
})
