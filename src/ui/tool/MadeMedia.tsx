import { smaller, widthsOf } from '#ui/tool/picture.ts'

/** `size` is width and height in pixels. It keeps the layout from shifting while the file loads. */
type Props = { address: string; size: readonly [number, number]; name: string; className: string }

/**
 * A made image, which opens in full size: in the viewer, if it has a name there, or else in a tab of
 * its own.
 */
export function MadeImage({
  address,
  size: [width, height],
  name,
  className,
  sizes,
  view
}: Props & { sizes: string; view?: string }) {
  return (
    <a href={address} target="_blank" rel="noreferrer" className="rounded-control" data-view={view}>
      <img
        src={smaller(address, 640)}
        srcSet={widthsOf(address)}
        sizes={sizes}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        alt={name}
        className={className}
      />
    </a>
  )
}

/** A made video with the browser's controls. */
export function MadeVideo({
  address,
  size: [width, height],
  name,
  className,
  poster
}: Props & { poster: string | undefined }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is made has no words to be read
    <video
      src={address}
      poster={poster}
      width={width}
      height={height}
      controls
      playsInline
      preload="metadata"
      crossOrigin="anonymous"
      aria-label={name}
      className={className}
    />
  )
}
