import { expect, test } from 'vitest'
import { listIslandFiles } from '#servers/hub/island-files.ts'

const chunk = (
  fileName: string,
  imports: string[],
  facadeModuleId: string | null = null,
  code = ''
) => ({
  type: 'chunk' as const,
  fileName,
  imports,
  facadeModuleId,
  code,
  isEntry: facadeModuleId !== null
})

test('an island lists its own script, then the renderer and all imports once, largest first', () => {
  const files = [
    chunk('a/Chat.js', ['a/parts.js', 'a/base.js'], '/p/src/islands/Chat.tsx'),
    chunk('a/parts.js', ['a/base.js', 'a/deep.js']),
    chunk('a/deep.js', ['a/parts.js']),
    chunk('a/base.js', []),
    chunk('a/client.js', ['a/dom.js'], '/p/node_modules/@astrojs/react/dist/client.js'),
    chunk('a/dom.js', ['a/base.js'], null, 'large'),
    chunk('a/page.js', [], '/p/src/pages/index.astro'),
    chunk('a/palette.js', [], '/p/src/islands/palette.ts')
  ]
  expect(listIslandFiles(Object.fromEntries(files.map(file => [file.fileName, file])))).toEqual({
    Chat: ['/a/Chat.js', '/a/dom.js', '/a/client.js', '/a/parts.js', '/a/base.js', '/a/deep.js'],
    palette: ['/a/palette.js', '/a/dom.js', '/a/client.js', '/a/base.js']
  })
})
