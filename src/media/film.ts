import type { H264MP4Encoder } from 'h264-mp4-encoder'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output
} from 'mediabunny'
import { clearCreationTimes } from '#media/undated.ts'

/** The encoder is a CommonJS bundle whose exports Node cannot detect. */
const h264 = createRequire(import.meta.url)('h264-mp4-encoder') as typeof import('h264-mp4-encoder')

type Film = {
  /** In pixels, an even number. */
  width: number
  height: number
  fps: number
  frames: number
  /**
   * @returns the pixels of a frame as RGBA. The encoder reads them at once, so the memory may be
   *   reused.
   */
  frame: (at: number) => Uint8Array
  /** An MP3 for the sound track. */
  sound?: Uint8Array
}

/**
 * The colour space into which the encoder converts RGB. The file states it, because players would
 * otherwise guess it by the size.
 */
const COLOURS = {
  primaries: 'bt709',
  transfer: 'bt709',
  matrix: 'smpte170m',
  fullRange: false
} as const

/**
 * Number of frames after which the loop yields to the event loop. Only then does the encoder free
 * the pixels.
 */
const PAUSE = 8

/**
 * Encodes frames to H.264 Baseline in an MP4 whose index comes first. It blocks its process, so
 * call it in a worker.
 */
export async function encodeVideo({ sound, ...film }: Film): Promise<Uint8Array> {
  return withIndexFirst(await encodeFrames(film), sound)
}

async function encodeFrames({
  width,
  height,
  fps,
  frames,
  frame
}: Omit<Film, 'sound'>): Promise<Uint8Array> {
  const encoder = await createEncoder()
  try {
    Object.assign(encoder, {
      width,
      height,
      frameRate: fps,
      speed: 7,
      quantizationParameter: 27,
      groupOfPictures: fps * 2
    })
    encoder.initialize()
    for (let at = 0; at < frames; at++) {
      encoder.addFrameRgba(frame(at))
      if (at % PAUSE === 0) await setImmediate()
    }
    encoder.finalize()
    return encoder.FS.readFile(encoder.outputFilename)
  } finally {
    encoder.delete()
  }
}

/**
 * Creates the encoder. Its bundle adds handlers to the process that keep over 100 MB of memory
 * alive, so they are removed at once.
 */
async function createEncoder(): Promise<H264MP4Encoder> {
  const events = ['uncaughtException', 'unhandledRejection']
  const host: NodeJS.EventEmitter = process
  const before = new Set(events.flatMap(event => host.rawListeners(event)))
  const encoder = await h264.createH264MP4Encoder()
  for (const event of events) {
    for (const listener of host.rawListeners(event))
      if (!before.has(listener)) host.removeListener(event, listener as () => void)
  }
  return encoder
}

/**
 * Rewrites the encoder's file, which has its index last and no sound. The new file has the index
 * first, and both tracks.
 */
async function withIndexFirst(
  encoded: Uint8Array,
  sound: Uint8Array | undefined
): Promise<Uint8Array> {
  using picture = new Input({ formats: ALL_FORMATS, source: new BufferSource(encoded) })
  using music =
    sound === undefined
      ? null
      : new Input({ formats: ALL_FORMATS, source: new BufferSource(sound) })
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const [video, audio] = [
    await picture.getPrimaryVideoTrack(),
    (await music?.getPrimaryAudioTrack()) ?? null
  ]
  if (video === null) throw new Error('the encoder made no picture')
  const pictures = new EncodedVideoPacketSource('avc')
  const sounds = audio === null ? null : new EncodedAudioPacketSource('mp3')
  output.addVideoTrack(pictures)
  if (sounds !== null) output.addAudioTrack(sounds)
  await output.start()

  const decoder = await video.getDecoderConfig()
  if (decoder === null) throw new Error('the encoder made no picture')
  const meta = { decoderConfig: { ...decoder, colorSpace: COLOURS } }
  // The encoder marks every frame as a key frame, but few are. Seeking to another frame would show
  // nothing.
  const packets = new EncodedPacketSink(video).packets(undefined, undefined, {
    verifyKeyPackets: true
  })
  for await (const packet of packets) await pictures.add(packet, meta)
  const config = (await audio?.getDecoderConfig()) ?? null
  if (audio !== null && sounds !== null && config !== null) {
    for await (const packet of new EncodedPacketSink(audio).packets())
      await sounds.add(packet, { decoderConfig: config })
  }
  await output.finalize()
  if (target.buffer === null) throw new Error('nothing was written')
  return clearCreationTimes(new Uint8Array(target.buffer))
}
