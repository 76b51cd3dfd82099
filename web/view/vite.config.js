// SPDX-License-Identifier: Apache-2.0
// Bundles the page into one file: script and style inline, allowed by their hashes and nothing else.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function policy(scripts, styles) {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hash).join(' ')}`,
    `style-src ${styles.map(hash).join(' ')}`,
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

// Puts the one script and the one style sheet of the bundle into index.html.
function oneFile() {
  return {
    name: 'one-file',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const html = bundle['index.html'];
      const scripts = [], styles = [];
      let page = html.source.replace(/<script type="module"[^>]*><\/script>\s*/g, '').replace(/<link rel="stylesheet"[^>]*>\s*/g, '');
      for (const [name, file] of Object.entries(bundle)) {
        if (name.endsWith('.js')) scripts.push(file.code.replaceAll('</script', '<\\/script'));
        else if (name.endsWith('.css')) styles.push(file.source.trim());
        else continue;
        delete bundle[name];
      }
      const style = styles.map(text => `<style>${text}</style>`).join('\n');
      const script = scripts.map(text => `<script type="module">${text}</script>`).join('\n');
      const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(scripts, styles)}">`;
      page = page.replace('<meta charset="utf-8">', () => `<meta charset="utf-8">\n${meta}`)
        .replace('</head>', () => `${style}\n</head>`).replace('</body>', () => `${script}\n</body>`);
      html.source = page;
      // The server sends this one as it is: every browser unpacks it.
      this.emitFile({ type: 'asset', fileName: 'index.html.gz', source: gzipSync(page, { level: 9 }) });
    },
  };
}

// `TSUBU_URL=http://127.0.0.1:PORT/TOKEN/ npm run dev` shows a run with the page as it is being written.
function runningProgram() {
  const address = process.env.TSUBU_URL;
  if (!address) return {};
  const { origin, pathname } = new URL(address);
  const ways = ['info', 'frame', 'series', 'particle', 'contact', 'control', 'files', 'picture', 'icon', 'deck', 'check', 'run', 'kept'];
  return Object.fromEntries(ways.map(way => [`^/${way}(\\?|$)`, {
    target: origin, changeOrigin: true, rewrite: path => pathname.replace(/\/$/, '') + path,
    configure: proxy => proxy.on('proxyReq', request => request.removeHeader('origin')), // the program refuses other origins than its own
  }]));
}

export default {
  base: './',
  build: { target: 'es2022', modulePreload: false, assetsInlineLimit: 1 << 20, cssCodeSplit: false, chunkSizeWarningLimit: 2000 },
  plugins: [oneFile()],
  server: { host: '127.0.0.1', proxy: runningProgram() },
};
