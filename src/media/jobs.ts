import { joinSongs, readAudio, trimSong } from '#media/audio.ts'
import { readVideoSize } from '#media/film-size.ts'
import { readQrCode } from '#media/qr/read.ts'
import { cutPicture, tilePictures } from '#media/tile.ts'

/** Work on media that would block the event loop. */
export const MEDIA_JOBS = {
  tile: tilePictures,
  cut: cutPicture,
  readCode: ({ bytes }: { bytes: Uint8Array }) => readQrCode(bytes),
  readFilm: ({ bytes }: { bytes: Uint8Array }) => readVideoSize(bytes),
  readAudio: ({ bytes }: { bytes: Uint8Array }) => readAudio(bytes),
  trimSong: ({ bytes, from, to }: { bytes: Uint8Array; from: number; to: number }) =>
    trimSong(bytes, from, to),
  joinSongs: ({ songs }: { songs: readonly Uint8Array[] }) => joinSongs(songs)
}
