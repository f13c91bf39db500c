import react from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { className } from './build/class-name.ts';
import { compressPlugin } from './build/compress-plugin.ts';
import { contractPlugin } from './build/contract-plugin.ts';
import { documentHeadingsPlugin } from './build/document-headings-plugin.ts';
import { flatImportsPlugin } from './build/flat-imports-plugin.ts';
import { kitStylesPlugin } from './build/kit-styles-plugin.ts';
import { pdfFilesPlugin } from './build/pdf-files-plugin.ts';
import { typeFilesPlugin } from './build/type-files-plugin.ts';

const target = process.env.BASALT_DEV_PLATFORM ?? 'http://127.0.0.1:8000';
// The platform refuses requests for other hosts and from other origins than its own.
const platform = { target, changeOrigin: true, headers: { origin: target } };

export default defineConfig({
  plugins: [
    react(),
    contractPlugin(),
    documentHeadingsPlugin(),
    kitStylesPlugin(),
    flatImportsPlugin(),
    pdfFilesPlugin(),
    compressPlugin(),
  ],
  resolve: {
    alias: [
      // Kit styles live in a cascade layer, so that ours win whatever order chunks arrive in.
      { find: /^(@mantine\/[a-z]+\/styles(?:\/[\w-]+)?)\.css$/, replacement: '$1.layer.css' },
      // The kit's palette and its arithmetic of colors, which nobody sees: ours are variables. And transitions that nothing uses.
      {
        find: /^\..*\/(default-colors|default-variant-colors-resolver|transitions)\.mjs$/,
        replacement: new URL('src/theme/kit-defaults.ts', import.meta.url).pathname,
      },
      // React has the hook itself; the shim is for versions before 18.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  // Type files are read by a worker only, and apart from it: they change less often.
  worker: { format: 'es', plugins: () => [typeFilesPlugin()] },
  css: { postcss: { plugins: [presetMantine()] }, modules: { generateScopedName: className } },
  build: {
    target: 'es2023',
    // Every browser that runs es2023 preloads modules by itself.
    modulePreload: { polyfill: false },
    sourcemap: false,
    manifest: true,
    chunkSizeWarningLimit: 700,
    assetsInlineLimit: 2048,
    rolldownOptions: {
      // The list of projects is nearly everybody's first page, so it is part of the first load.
      input: ['index.html', 'src/features/project-list/project-list-page.tsx'],
      treeshake: {
        // Modules of the shared packages only declare things: what is not used, such as every schema, is left out.
        moduleSideEffects: [{ test: /[\\/]packages[\\/](contract|sql)[\\/]/, sideEffects: false }],
        manualPureFunctions: ['z', 'oc'],
      },
      output: {
        // The first load names every other file, so names are as short as they can be.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:6].[ext]',
        codeSplitting: {
          groups: [
            // What the first page needs travels in one file instead of forty. The entry itself stays apart: index.html names it.
            {
              name: 'base',
              tags: ['$initial'],
              test: /^(?!.*dashboard[\\/]src[\\/]main\.tsx)/,
              includeDependenciesRecursively: false,
            },
            // Every editor needs these, whatever its language.
            {
              name: 'editor',
              test: /node_modules[\\/](@codemirror[\\/](state|view|language|commands|autocomplete)|@lezer[\\/](common|highlight|lr))[\\/]/,
            },
            // Wherever SQL is run, all of these are needed.
            {
              name: 'run-sql',
              test: /dashboard[\\/]src[\\/]query[\\/](run[\\/](use-sql-run|run-(stream|request|machine|output|failure))|confirm[\\/]confirm-run)\.tsx?$/,
            },
            // What this many late parts have in common nearly every page of a project needs. As one file it costs them a few
            // kilobytes; as a file for each set of pages it costs each of them fifty requests. A module's imports are shared at
            // least as widely as the module, so that no chunks import each other in a circle.
            { name: 'shared', minShareCount: 20, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { proxy: { '/platform': platform, '/v1': platform, '/api': platform } },
});
