import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip, createZstdCompress } from 'node:zlib'
import { startChild } from '../child.ts'

type Compressors = Readonly<Record<string, () => Transform>>

/**
 * The same archive in two formats: the smaller one, and one that every Linux can unpack without
 * another program.
 */
const THOROUGH: Compressors = {
  'tar.zst': () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 15 } }),
  'tar.gz': () => createGzip({ level: 9 })
}

/** For trials: takes a tenth of the time. */
const QUICK: Compressors = { 'tar.gz': () => createGzip({ level: 1 }) }

/**
 * Arguments of GNU tar that keep everything of the packing machine out: order, owners, times, and
 * the rights that its user's umask gave.
 * Source: https://reproducible-builds.org/docs/archives/
 */
const SAME = [
  '--sort=name',
  '--format=posix',
  '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u+rw,go=rX'
]

/**
 * Packs a folder into archives, whose bytes depend only on the folder's contents and the time.
 * @param folder becomes the only folder at the top of the archive
 * @param written unix seconds, the time of every file in it
 * @param quick packs one archive, which is larger
 * @returns the paths of the archives, beside the folder
 * @throws Error when tar fails
 */
export async function packFolder(
  folder: string,
  written: number,
  quick: boolean
): Promise<string[]> {
  const made: string[] = []
  for (const [ending, compressor] of Object.entries(quick ? QUICK : THOROUGH)) {
    const archive = `${folder}.${ending}`
    const args = [
      '-C',
      dirname(folder),
      ...SAME,
      `--mtime=@${written}`,
      '-cf',
      '-',
      basename(folder)
    ]
    const tar = startChild('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve, reject) =>
      tar.once('error', reject).once('close', resolve)
    )
    if (tar.stdout === null) throw new Error('tar has no output')
    await pipeline(tar.stdout, compressor(), createWriteStream(archive))
    if ((await ended) !== 0) throw new Error(`tar could not pack ${folder}`)
    made.push(archive)
  }
  return made
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
