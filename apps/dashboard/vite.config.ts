import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractPlugin } from './build/contract-plugin.ts';

const platform = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [react(), contractPlugin()],
  build: { target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 700, assetsInlineLimit: 2048 },
  server: { proxy: { '/platform': platform, '/v1': platform, '/api': platform } },
});
