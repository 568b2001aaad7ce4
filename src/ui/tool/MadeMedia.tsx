import { imageSrcset, OWN_FILE, scaledImageAddress } from '#ui/tool/picture.ts'

/** `size` is width and height in pixels. It keeps the layout from shifting while the file loads. */
type Props = { address: string; size: readonly [number, number]; name: string; className: string }

/**
 * A generated image. It is a link to the image in full size: the viewer opens it if there is a
 * `view`, else the browser opens it in a tab.
 */
export function GeneratedImage({
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
        src={scaledImageAddress(address, 640)}
        srcSet={imageSrcset(address)}
        sizes={sizes}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        alt={name}
        className={className}
        style={placeholderStyle(address)}
      />
    </a>
  )
}

/** A generated video with the browser's controls. */
export function GeneratedVideo({
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

/**
 * Returns a style that shows a blurred copy of an image until the image has loaded. The copy is 24
 * pixels wide, and the browser blurs it by enlarging it. Undefined for images of other hosts.
 */
function placeholderStyle(address: string): { background: string } | undefined {
  return OWN_FILE.test(address)
    ? { background: `var(--surface-2) center / contain no-repeat url("${address}?w=24")` }
    : undefined
}
