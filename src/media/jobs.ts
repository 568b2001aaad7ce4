import { joinSongs, readAudio, trimSong } from '#media/audio.ts'
import { readFilm } from '#media/film-size.ts'
import { readCode } from '#media/qr/read.ts'
import { cutPicture, tilePictures } from '#media/tile.ts'

/** Work on media that would block the event loop. */
export const MEDIA_JOBS = {
  tile: tilePictures,
  cut: cutPicture,
  readCode: ({ bytes }: { bytes: Uint8Array }) => readCode(bytes),
  readFilm: ({ bytes }: { bytes: Uint8Array }) => readFilm(bytes),
  readAudio: ({ bytes }: { bytes: Uint8Array }) => readAudio(bytes),
  trimSong: ({ bytes, from, to }: { bytes: Uint8Array; from: number; to: number }) =>
    trimSong(bytes, from, to),
  joinSongs: ({ songs }: { songs: readonly Uint8Array[] }) => joinSongs(songs)
}
