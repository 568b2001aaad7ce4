import { MEDIA_JOBS } from '#media/jobs.ts'
import type { InputOf, ResultOf } from '#media/workers.ts'
import { makeSongVideo } from '#sandbox/music/song-video.ts'
import { makeSong } from '#sandbox/music/song.ts'
import { makeClip } from '#sandbox/posters/clip.ts'
import { describePicture } from '#sandbox/posters/describe.ts'
import { deriveGrid, enlargePicture, makeGrid } from '#sandbox/posters/grid.ts'
import { makePicture } from '#sandbox/posters/picture.ts'
import { retouchPicture } from '#sandbox/posters/retouch.ts'
import { makeQrArt } from '#sandbox/qr/art.ts'

/** Everything that the sandbox's worker processes can do. */
export const SANDBOX_JOBS = {
  ...MEDIA_JOBS,
  picture: makePicture,
  qrArt: makeQrArt,
  grid: makeGrid,
  derive: deriveGrid,
  enlarge: enlargePicture,
  retouch: retouchPicture,
  describe: describePicture,
  clip: makeClip,
  song: makeSong,
  songVideo: makeSongVideo
}

export type JobKind = keyof typeof SANDBOX_JOBS

export type JobInput<K extends JobKind> = InputOf<typeof SANDBOX_JOBS, K>

export type JobResult<K extends JobKind> = ResultOf<typeof SANDBOX_JOBS, K>
