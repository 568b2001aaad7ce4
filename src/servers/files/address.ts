import type { Json } from '#core/provider.ts'
import { extensionOf } from '#servers/files/content-type.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import { nameInAddress } from '#servers/files/file-name.ts'
import type { FileRow } from '#servers/files/keep.ts'
import type { Config } from '#servers/config.ts'

/** Ending of a file of an unknown type. */
const UNKNOWN_ENDING = '.bin'

/**
 * Returns the path of a complete file. Its ending comes from the file's bytes, since clients tell
 * the type by it. Older addresses end with the id; both work.
 */
export function filePath({ id, name, type }: Pick<FileRow, 'id' | 'name' | 'type'>): string {
  return `/files/${id}/${nameInAddress(name, extensionOf(type) || UNKNOWN_ENDING)}`
}

/**
 * Returns the origin that serves files, for an answer to a call by `url`: the configured API host
 * or its test host, or else the call's own origin.
 */
export function fileBase(
  { hosts, testHosts }: Pick<Config, 'hosts' | 'testHosts'>,
  url: URL
): string {
  const isTest = Object.values(testHosts).includes(url.origin)
  return (isTest ? testHosts.api : hosts.api) ?? url.origin
}

/**
 * Makes the paths of files in a value absolute. Rows and events contain paths, since a task has no
 * origin, so everything that leaves the server passes through here.
 * @returns the value with every path of a file as an absolute address below `base`
 */
export function absoluteFiles(value: Json, base: string): Json {
  if (typeof value === 'string') return fileIdIn(value) === null ? value : base + value
  if (Array.isArray(value)) return value.map(each => absoluteFiles(each, base))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, absoluteFiles(each, base)])
  )
}
