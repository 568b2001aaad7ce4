import { statfs } from 'node:fs/promises'

/** Room on a disk, in bytes. */
export type DiskRoom = { free: number; total: number }

const GB = 1024 ** 3

/** A disk with less than this share free is nearly full. */
const LEAST_SHARE = 0.1

/** Measures the disk of a folder. */
export async function measureDisk(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Tells whether a disk has less than a gigabyte or a tenth of its size left. */
export function isNearlyFull({ free, total }: DiskRoom): boolean {
  return free < GB || free < total * LEAST_SHARE
}
