import { joinSongs, readAudio, trimSong } from '#providers/sandbox-media/audio.ts'
import { makeClip } from '#providers/sandbox-media/clip.ts'
import { describePicture } from '#providers/sandbox-media/describe.ts'
import { readFilm } from '#providers/sandbox-media/film-size.ts'
import { deriveGrid, enlargePicture, makeGrid } from '#providers/sandbox-media/grid.ts'
import { makeHeadshot } from '#providers/sandbox-media/headshot/headshot.ts'
import { makePicture } from '#providers/sandbox-media/picture.ts'
import { makeQrArt } from '#providers/sandbox-media/qr/art.ts'
import { readCode } from '#providers/sandbox-media/qr/read.ts'
import { makeCover } from '#providers/sandbox-media/song-cover.ts'
import { makeSongVideo } from '#providers/sandbox-media/song-video.ts'
import { cutPicture, tilePictures } from '#providers/sandbox-media/tile.ts'
import { makeSong } from '#providers/sandbox-media/song.ts'

/** What workers of the studio can be asked for: each takes one plain object, and gives what can be sent between threads. */
export const JOBS = {
  picture: makePicture,
  qrArt: makeQrArt,
  readCode: ({ bytes }: { bytes: Uint8Array }) => readCode(bytes),
  headshot: makeHeadshot,
  grid: makeGrid,
  derive: deriveGrid,
  enlarge: enlargePicture,
  tile: tilePictures,
  cut: cutPicture,
  describe: describePicture,
  clip: makeClip,
  readFilm: ({ bytes }: { bytes: Uint8Array }) => readFilm(bytes),
  song: makeSong,
  cover: async (order: Parameters<typeof makeCover>[0]) => makeCover(order),
  songVideo: makeSongVideo,
  readAudio: ({ bytes }: { bytes: Uint8Array }) => readAudio(bytes),
  trimSong: ({ bytes, from, to }: { bytes: Uint8Array; from: number; to: number }) => trimSong(bytes, from, to),
  joinSongs: ({ songs }: { songs: readonly Uint8Array[] }) => joinSongs(songs)
}

export type JobKind = keyof typeof JOBS

export type JobOrder<K extends JobKind> = Parameters<(typeof JOBS)[K]>[0]

export type JobResult<K extends JobKind> = Awaited<ReturnType<(typeof JOBS)[K]>>

/** What the pool sends to a worker. */
export type Asked = { kind: JobKind; order: unknown }

/** What a worker answers: a Problem does not survive the way between threads, its parts do. */
export type Answered = { done: unknown } | { failed: { code: string; detail: string } }
