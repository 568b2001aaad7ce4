import { useContext, type MouseEvent, type ReactNode } from 'react'
import { PicturesContext } from '#ui/chat/pictures-context.ts'
import { scaledImageAddress, imageSrcset } from '#ui/tool/picture.ts'

type Props = {
  address: string
  /** Alternative text; empty if nobody provided one. */
  alt: string
  /** True for a small preview, as beside a question. */
  small?: boolean
  /**
   * Shown instead if the picture is on another host. Loading it would reveal the reader to that
   * host.
   */
  children: ReactNode
}

/**
 * Shows one of our own pictures in a box of known size. The picture is a link to its full size,
 * which a script opens in the lightbox.
 */
export function Picture({ address, alt, small = false, children }: Props) {
  const { files, show, t } = useContext(PicturesContext)
  if (files === '' || !address.startsWith(files)) return children
  const open = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (show === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(event.currentTarget)
  }
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener"
      data-picture
      onClick={open}
      className="inline-block max-w-full rounded-control"
    >
      <img
        src={scaledImageAddress(address, small ? 320 : 640)}
        srcSet={imageSrcset(address)}
        sizes={small ? '112px' : '320px'}
        alt={alt || t('chat.picture.plain')}
        loading="lazy"
        decoding="async"
        className={`rounded-control border border-line bg-surface-3 object-cover ${small ? 'size-28' : 'aspect-4/3 w-80 max-w-full'}`}
      />
    </a>
  )
}
