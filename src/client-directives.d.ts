// oxlint-disable-next-line import/no-unassigned-import -- makes this a module, so that it adds to Astro's own types
import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:soon'?: boolean
  }
}
