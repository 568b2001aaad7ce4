import { fileURLToPath } from 'node:url'

/**
 * Parts of Lucide's icons that we do not use: keys and names for other frameworks, and a statement
 * without effect. No bundler can drop them.
 */
const BESIDE =
  /,\s*(?:key: "\w+"|aliases: \[[^\]]*\])|name: "[\w-]+",\s*size: 24,|^__iconData\.node;$/gm

const OWN = fileURLToPath(new URL('../../ui/create-icon.ts', import.meta.url))

/** Keeps only the drawing lines of a Lucide icon. */
export function stripIconMetadata(code: string): string {
  return code.replaceAll(BESIDE, '')
}

/**
 * Draws Lucide's icons with our own component, for servers and browsers alike, so that both render
 * the same.
 */
export const leanIconsPlugin = {
  name: 'polymuse:lean-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId(source: string, importer = ''): string | null {
    return source === '../createLucideIcon.mjs' && importer.includes('/lucide-react/') ? OWN : null
  },
  transform(code: string, id: string): { code: string; map: null } | null {
    return id.includes('/lucide-react/dist/esm/icons/')
      ? { code: stripIconMetadata(code), map: null }
      : null
  }
} as const
