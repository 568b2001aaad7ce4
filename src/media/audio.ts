import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Mp3OutputFormat,
  Output,
  type EncodedPacket
} from 'mediabunny'
import { Problem } from '#core/problem.ts'

type AudioFacts = {
  /** Seconds. */
  duration: number
  channels: number
  /** Hertz. */
  sampleRate: number
  /** `mp3`, `aac`, `pcm-s16`, … */
  codec: string
}

/**
 * Reads the facts of an audio file.
 * @throws Problem `bad_request` when it cannot be read
 */
export async function readAudio(bytes: Uint8Array): Promise<AudioFacts> {
  return withAudio(bytes, async track => ({
    duration: await track.computeDuration(),
    channels: await track.getNumberOfChannels(),
    sampleRate: await track.getSampleRate(),
    codec: (await track.getCodec()) ?? 'unknown'
  }))
}

/**
 * Cuts a part out of an MP3, at its frames of about 26 ms.
 * @param from seconds
 * @param to seconds
 * @throws Problem `bad_request` for bytes that are not an MP3, or an empty part
 */
export async function trimSong(bytes: Uint8Array, from: number, to: number): Promise<Uint8Array> {
  const { packets, config } = await packetsOf(bytes)
  const kept = packets.filter(
    ({ timestamp }) => timestamp >= from - 0.013 && timestamp < to - 0.013
  )
  if (kept.length === 0)
    throw new Problem('bad_request', { detail: 'the song has no audio between these times' })
  return writeMp3(kept, config)
}

/**
 * Joins MP3s one after the other.
 * @throws Problem `bad_request` unless all are MP3s with the same channels and sample rate
 */
export async function joinSongs(songs: readonly Uint8Array[]): Promise<Uint8Array> {
  const read = await Promise.all(songs.map(packetsOf))
  const first = read[0]
  if (first === undefined) throw new Problem('bad_request', { detail: 'there is nothing to join' })
  const alike = read.every(
    ({ config }) =>
      config.sampleRate === first.config.sampleRate &&
      config.numberOfChannels === first.config.numberOfChannels
  )
  if (!alike)
    throw new Problem('bad_request', {
      detail: 'songs of different sample rates or channels cannot be joined'
    })
  return writeMp3(
    read.flatMap(({ packets }) => packets),
    first.config
  )
}

/** Reads the packets of an audio file in order. Problems as for {@link readAudio}. */
export async function readAudioPackets(bytes: Uint8Array): Promise<EncodedPacket[]> {
  return withAudio(bytes, track => Array.fromAsync(new EncodedPacketSink(track).packets()))
}

type Track = NonNullable<Awaited<ReturnType<Input['getPrimaryAudioTrack']>>>

async function withAudio<T>(bytes: Uint8Array, read: (track: Track) => Promise<T>): Promise<T> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (track !== null) return await read(track)
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown
    throw new Problem('bad_request', {
      detail: 'the audio cannot be read',
      cause: thrown
    })
  }
  throw new Problem('bad_request', { detail: 'the file has no audio' })
}

type Read = {
  packets: EncodedPacket[]
  config: NonNullable<Awaited<ReturnType<Track['getDecoderConfig']>>>
}

function packetsOf(bytes: Uint8Array): Promise<Read> {
  return withAudio(bytes, async track => {
    const config = await track.getDecoderConfig()
    if (config === null || (await track.getCodec()) !== 'mp3')
      throw new Problem('bad_request', { detail: 'this is not an MP3 file' })
    return { packets: await Array.fromAsync(new EncodedPacketSink(track).packets()), config }
  })
}

async function writeMp3(
  packets: readonly EncodedPacket[],
  config: Read['config']
): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp3OutputFormat(), target })
  const source = new EncodedAudioPacketSource('mp3')
  output.addAudioTrack(source)
  await output.start()
  let timestamp = 0
  for (const packet of packets) {
    await source.add(packet.clone({ timestamp }), { decoderConfig: config })
    timestamp += packet.duration
  }
  await output.finalize()
  if (target.buffer === null) throw new Error('nothing was written')
  return new Uint8Array(target.buffer)
}
