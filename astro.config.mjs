import node, { getAdapter } from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import astroI18next from 'astro-i18next'
import { developmentIntegration } from './src/servers/hub/development.ts'
import { islandFilesPlugin } from './src/servers/hub/island-files.ts'
import { leanIconsPlugin } from './src/servers/hub/lean-icons.ts'
import { lexerOnlyPlugin } from './src/servers/hub/lexer-only.ts'

/**
 * Builds the site as a function from a request to a page, which `src/servers` mounts. The adapter's
 * own server is not used.
 */
const asFunction = {
  name: 'polymuse:function',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({ ...getAdapter({}), serverEntrypoint: './src/servers/hub/entry.ts' })
  }
}

/** Adds the directive `client:soon`, which hydrates an island on the first interaction with it. */
const soon = {
  name: 'polymuse:soon',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'soon', entrypoint: './src/islands/client-soon.ts' })
  }
}

/**
 * The basic policy of every page. The layout adds the hosts of the other parts and the origins that
 * may frame a page.
 */
const CSP = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "img-src 'self' data: blob:",
  "font-src 'self'"
]

export default defineConfig({
  output: 'server',
  trailingSlash: 'ignore',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), astroI18next(), asFunction, soon, developmentIntegration(process.env)],
  session: false,
  // Astro adds this route to every site. The middleware answers it with a page that says not found.
  // This entry point keeps Astro's own image code out of the build.
  image: { endpoint: { route: '/_image', entrypoint: './src/servers/hub/no-images.ts' } },
  devToolbar: { enabled: false },
  // The middleware checks the origin of every form against the public address, which Astro does not
  // know.
  security: {
    checkOrigin: false,
    csp: {
      directives: CSP,
      styleDirective: { resources: [{ resource: "'unsafe-inline'", kind: 'attribute' }] }
    }
  },
  markdown: { syntaxHighlight: false },
  // The code that every island needs goes into one file, since many small files compress worse.
  vite: {
    plugins: [tailwindcss(), lexerOnlyPlugin, leanIconsPlugin, islandFilesPlugin],
    // lucide-react is bundled. The server then draws icons in the same way as browsers.
    ssr: { noExternal: ['lucide-react'] },
    define: { 'import.meta.env.BUILD': JSON.stringify(process.env.BUILD ?? 'development') },
    build: {
      // Every island has loaded these three files before it imports others, so they are left out of
      // the lists of files to preload.
      modulePreload: {
        resolveDependencies: (_, files) =>
          files.filter(file => !/\/(client|base|rolldown-runtime)\.[\w-]+\.js$/.test(file))
      },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // Parts of the chat import the DOM renderer. One file for it is enough: splitting it
              // in two would make every page larger. It contains none of our code, so browsers keep
              // it over our updates.
              { name: 'client', test: /node_modules\/(react-dom|scheduler)\// },
              {
                name: 'base',
                test: /node_modules\/(react|nanostores|@nanostores)\/|preload-helper|src\/stores\/(owner|persisted|token|drafts)\.ts|src\/client\/page-(hub|props)\.ts|src\/i18n\/(locale|translate)\.ts|src\/islands\/pane-events\.ts|src\/client\/offline\.ts/
              },
              // Tools and tables nearly always load these modules together, and chats later. One
              // file for each would cost more than the few bytes that a page does not use.
              {
                name: 'words',
                test: /src\/(core\/(format|money)|ui\/tool\/pack)\.ts/
              },
              {
                name: 'small',
                test: /node_modules\/lucide-react\/dist\/esm\/(createLucideIcon|Icon|icons\/(arrow-up|arrow-down|check|chevron-right|copy|ellipsis|coins))\b|src\/core\/(chat|page-title)\.ts|src\/client\/sign-in\.ts|src\/ui\/(copy-text|create-icon|CopyButton)\.tsx?|src\/ui\/chat\/(sentences|use-now|icon)\.ts/
              },
              {
                name: 'calls',
                test: /src\/client\/(call|call-keys|failure|headers|log|lost)\.ts|src\/stores\/(renewal|alone|credential|lost-plan|fresh-token|applications|choice|selection|person-feed|feed[\w-]*)\.ts/
              },
              // Code that a tool and a chat load later, always both files together.
              {
                name: 'later',
                test: /src\/(islands\/(payers|watch-balance)|stores\/pressed|client\/(upload|own-file|generate|hand-held)|ui\/(balance|carry-out)|core\/(main-)?field)\.ts/
              },
              // Modules that every part of a tool uses, and that no chat uses.
              {
                name: 'tool',
                test: /src\/(stores\/(uploads|tool-form|shelf|run-quotes)|islands\/tool-(lazily|prices)|ui\/tool\/(parts|Glyph|words|use-late))\.tsx?/
              },
              // The first view of a chat, and code that a chat loads later. A group also takes
              // modules that its own modules import, unless an earlier group has them.
              { name: 'chat', test: /src\/islands\/Chat\.tsx/ },
              {
                name: 'chat-parts',
                test: /src\/(islands\/moving|client\/conversations|stores\/(asking|again|showing|chat-settings))\.ts/
              },
              { name: 'library', test: /src\/(client\/library|stores\/library-choices)\.ts/ },
              // Code of result cards. Forms do not load it.
              {
                name: 'cards',
                test: /src\/(core\/(seed|field-names|task-path|guest-try)|client\/image-size|stores\/guest-try|ui\/tool\/(card-strokes|clock|neighbour-card|Copy|TaskFailure))\.tsx?/
              }
            ]
          }
        }
      }
    }
  }
})
