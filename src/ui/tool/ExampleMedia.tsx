import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Example } from '#client/examples.ts'
import { $playing, togglePlaying } from '#stores/playing.ts'
import { CARD } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = {
  example: Example
  prompt: string
  /** Label of the play button. */
  name: string
}

/**
 * An example of a tool's results. Its picture loads with the page; video and sound load when the
 * user plays them.
 */
export function ExampleMedia(props: Props) {
  const { picture, film, sound } = props.example
  if (picture === '') return null
  if (film !== '') return <Film {...props} />
  if (sound !== '') return <Sound {...props} />
  return (
    <img
      src={picture}
      alt=""
      width="480"
      height="360"
      loading="lazy"
      className="h-auto w-full rounded-control bg-surface-2"
    />
  )
}

const COVER = 'grid place-items-center overflow-hidden rounded-control'
const SIGN = 'relative grid size-10 place-items-center rounded-full bg-ground/80 text-text'

function Film({ example: { picture, film }, prompt, name }: Props) {
  const [begun, setBegun] = useState(false)
  return (
    <div className="relative">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a film without a word */}
      <video
        src={film}
        poster={picture}
        width="480"
        height="270"
        controls={begun}
        loop
        muted
        playsInline
        preload="none"
        aria-label={prompt}
        className="aspect-video h-auto w-full rounded-control bg-surface-2"
      />
      {!begun && (
        <button
          type="button"
          aria-label={name}
          title={name}
          onClick={({ currentTarget }) => {
            setBegun(true)
            const player = currentTarget.previousElementSibling
            if (player instanceof HTMLVideoElement) void player.play().catch(() => undefined)
          }}
          className={`${COVER} absolute inset-0 noscript:hidden`}
        >
          <span className={SIGN}>
            <Glyph path={CARD.play} />
          </span>
        </button>
      )}
      <noscript>
        <a className="link text-13" href={film}>
          {name}
        </a>
      </noscript>
    </div>
  )
}

function Sound({ example: { picture, sound }, prompt, name }: Props) {
  const playing = useStore($playing, { ssr: () => null })
  const sounds = playing?.track.url === sound && playing.state === 'playing'
  const className = `${COVER} relative aspect-square w-24 bg-surface-2`
  return (
    <>
      <button
        type="button"
        aria-label={name}
        title={name}
        aria-pressed={sounds}
        data-song={sound}
        onClick={() =>
          togglePlaying({ id: sound, url: sound, title: prompt, line: '', cover: picture })
        }
        className={`${className} noscript:hidden`}
      >
        <Cover picture={picture} />
        <span className={SIGN}>
          {sounds ? <Glyph path={CARD.pause} /> : <Glyph path={CARD.play} />}
        </span>
      </button>
      <noscript>
        <a className={className} href={sound} aria-label={name} title={name}>
          <Cover picture={picture} />
          <span className={SIGN}>
            <Glyph path={CARD.play} />
          </span>
        </a>
      </noscript>
    </>
  )
}

function Cover({ picture }: Pick<Example, 'picture'>) {
  return (
    <img
      src={picture}
      alt=""
      width="192"
      height="192"
      loading="lazy"
      className="absolute inset-0 size-full object-cover"
    />
  )
}
