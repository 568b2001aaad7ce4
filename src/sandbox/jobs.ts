import { makeHeadshot } from '#sandbox/headshot/headshot.ts'
import { makeCover } from '#sandbox/music/song-cover.ts'
import { makeSongVideo } from '#sandbox/music/song-video.ts'
import { makeSong } from '#sandbox/music/song.ts'
import { makeClip } from '#sandbox/pictures/clip.ts'
import { describePicture } from '#sandbox/pictures/describe.ts'
import { deriveGrid, enlargePicture, makeGrid } from '#sandbox/pictures/grid.ts'
import { makePicture } from '#sandbox/pictures/picture.ts'
import { makeQrArt } from '#sandbox/qr/art.ts'

import { MEDIA_JOBS } from '#media/jobs.ts'
import type { OrderOf, ResultOf } from '#media/workers.ts'

/** What the sandbox's threads can do. */
export const JOBS = {
  ...MEDIA_JOBS,
  picture: makePicture,
  qrArt: makeQrArt,
  headshot: makeHeadshot,
  grid: makeGrid,
  derive: deriveGrid,
  enlarge: enlargePicture,
  describe: describePicture,
  clip: makeClip,
  song: makeSong,
  cover: makeCover,
  songVideo: makeSongVideo
}

export type JobKind = keyof typeof JOBS

export type JobOrder<K extends JobKind> = OrderOf<typeof JOBS, K>

export type JobResult<K extends JobKind> = ResultOf<typeof JOBS, K>
