import type { Json } from '#core/provider.ts'
import { extensionOf } from '#servers/files/content-type.ts'
import { nameInAddress } from '#servers/files/file-name.ts'
import type { FileRow } from '#servers/files/keep.ts'
import type { Config } from '#servers/config.ts'

/** The address of a file below whatever origin it is asked at: 256 random bits that open it, and a name that opens nothing. */
const FILE_PATH = /^\/files\/([\w-]{43})(?:\/[^/]*)?$/

/** Ending of a file whose bytes say nothing that we know. */
const UNKNOWN_ENDING = '.bin'

/**
 * The path of a file that is all there. Clients tell by its ending what a file is, so its bytes choose that ending.
 * Older addresses end with the id; both open the file.
 */
export function filePath({ id, name, type }: Pick<FileRow, 'id' | 'name' | 'type'>): string {
  return `/files/${id}/${nameInAddress(name, extensionOf(type) || UNKNOWN_ENDING)}`
}

/** The id in the path of an address; null when it names no file. */
export function fileIdIn(path: string): string | null {
  return FILE_PATH.exec(path)?.[1] ?? null
}

/**
 * Where files are served from, for an answer to a call that came by `url`: the configured API host or its test twin,
 * else the call's own origin.
 */
export function fileBase(
  { hosts, testHosts }: Pick<Config, 'hosts' | 'testHosts'>,
  url: URL
): string {
  const isTest = Object.values(testHosts).includes(url.origin)
  return (isTest ? testHosts.api : hosts.api) ?? url.origin
}

/**
 * Rows and events hold a file's address as a path, since a task knows no origin; whatever leaves the server goes
 * through here.
 * @returns the same value with every text that is a file's path made an absolute address below `base`
 */
export function absoluteFiles(value: Json, base: string): Json {
  if (typeof value === 'string') return fileIdIn(value) === null ? value : base + value
  if (Array.isArray(value)) return value.map(each => absoluteFiles(each, base))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, absoluteFiles(each, base)])
  )
}
