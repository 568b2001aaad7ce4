import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureRequests } from './python.ts'

/** A PATH folder that holds only the programs that a test puts there. */
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-path-'))
  await symlink('/usr/bin/env', join(folder, 'env'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const program = (name: string, script: string): Promise<void> =>
  writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
const said = (): Promise<string> => readFile(join(folder, 'said'), 'utf8')

async function packages(install: string): Promise<void> {
  await program('sudo', 'exec "$@"')
  await program('apt-get', `echo "$*" >> ${folder}/said; case $1 in install) ${install};; esac`)
}

test('nothing is installed if requests is already installed', async () => {
  await program('python3', 'exit 0')
  await packages('exit 100')
  await ensureRequests({ PATH: folder })
  await expect(said()).rejects.toThrow('ENOENT')
})

test('requests is installed if it is missing', async () => {
  await packages(`printf '#!/bin/sh\\n' > ${folder}/python3; /bin/chmod 755 ${folder}/python3`)
  await ensureRequests({ PATH: folder })
  expect(await said()).toBe('update\ninstall -y --no-install-recommends python3 python3-requests\n')
})

test('a failed installation ends with advice', async () => {
  await packages('exit 100')
  await expect(ensureRequests({ PATH: folder })).rejects.toThrow(
    /apt-get install.*failed\. Install python3-requests\./
  )
})
