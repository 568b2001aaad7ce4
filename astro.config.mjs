import node, { getAdapter } from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import astroI18next from 'astro-i18next'
import { development } from './src/servers/hub/development.ts'
import { leanIcons } from './src/servers/hub/lean-icons.ts'
import { lexerOnly } from './src/servers/hub/lexer-only.ts'

/** The site is a function from a request to a page, mounted by `src/servers`: the adapter's own server is not used. */
const asFunction = {
  name: 'polymuse:function',
  hooks: {
    'astro:config:done': ({ setAdapter }) => setAdapter({ ...getAdapter({}), serverEntrypoint: './src/servers/hub/entry.ts' })
  }
}

/** Islands that come to life after the page has: `client:soon`. */
const soon = {
  name: 'polymuse:soon',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => addClientDirective({ name: 'soon', entrypoint: './src/islands/client-soon.ts' })
  }
}

/** What no page of ours needs. Hosts of the other parts, and who may frame a page, are added by the layout, which knows them. */
const CSP = ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "img-src 'self' data: blob:", "font-src 'self'"]

export default defineConfig({
  output: 'server',
  trailingSlash: 'ignore',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), astroI18next(), asFunction, soon, development(process.env)],
  session: false,
  // Astro adds this address to every site. The middleware shows a missing page there; this leaves Astro's own code out.
  image: { endpoint: { route: '/_image', entrypoint: './src/servers/hub/no-images.ts' } },
  devToolbar: { enabled: false },
  // The middleware checks the origin of every form itself, by the public address, which Astro does not know.
  security: {
    checkOrigin: false,
    csp: { directives: CSP, styleDirective: { resources: [{ resource: "'unsafe-inline'", kind: 'attribute' }] } }
  },
  markdown: { syntaxHighlight: false },
  // What every island needs is one file: many small ones are compressed worse.
  vite: {
    plugins: [tailwindcss(), lexerOnly, leanIcons],
    // Bundled, so that the server draws icons as browsers do.
    ssr: { noExternal: ['lucide-react'] },
    define: { 'import.meta.env.BUILD': JSON.stringify(process.env.BUILD ?? 'development') },
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // Some parts of the chat reach into the renderer: cut in two it is larger for everybody.
              { name: 'client', test: /node_modules\/(react-dom|scheduler)\// },
              {
                name: 'base',
                test: /node_modules\/(react|nanostores|@nanostores)\/|preload-helper|rolldown-runtime|src\/stores\/(owner|persisted|token|drafts|uploads)\.ts|src\/i18n\/(locale|translate)\.ts|src\/(ui\/tool\/(parts|Glyph)|islands\/pane-events)\.ts/
              },
              // What is always asked for together, or nearly: a file for each would cost more than the few bytes that a page does not use.
              { name: 'words', test: /src\/(core\/(format|money)|ui\/tool\/(pack|card-times))\.ts/ },
              {
                name: 'small',
                test: /node_modules\/lucide-react\/dist\/esm\/(createLucideIcon|Icon|icons\/(arrow-up|arrow-down|check|chevron-right|copy|ellipsis|coins))\b|src\/core\/(chat|page-title)\.ts|src\/client\/sign-in\.ts|src\/ui\/(copy-text|create-icon|CopyButton)\.tsx?|src\/ui\/chat\/(sentences|use-now|icon|picture)\.ts/
              },
              {
                name: 'calls',
                test: /src\/client\/(call|failure|headers|log|lost)\.ts|src\/stores\/(renewal|alone|credential|lost-plan|fresh-token|applications|choice|selection|person-feed|feed[\w-]*)\.ts/
              }
            ]
          }
        }
      }
    }
  }
})
