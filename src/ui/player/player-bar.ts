import type { Translate } from '#i18n/translate.ts'
import type { Queue, Repeat } from '#stores/queue.ts'
import { createHtmlElement } from '#ui/palette/palette-row.ts'
import {
  createPlayerPanel,
  type PanelHandlers,
  type PanelKind,
  type PlayerPanel
} from '#ui/player/player-panel.ts'
import {
  createPlayerButton,
  drawPlayerIcon,
  createIsolatedText,
  labelButton
} from '#ui/player/player-parts.ts'
import { createSeekSlider } from '#ui/player/seek-slider.ts'
import { scaledImageAddress } from '#ui/tool/picture.ts'

type PlayerActs = PanelHandlers & {
  onToggle(): void
  onStep(way: 1 | -1): void
  /** @param second of the song */
  onSeek(second: number): void
  onRepeat(): void
  /** @param volume from 0 to 100 */
  onVolume(volume: number): void
  /** Gets the press, which may come from the keyboard. */
  onClose(event: MouseEvent): void
}

export type PlayerBar = {
  root: HTMLElement
  drawQueue(queue: Queue): void
  drawState(state: 'playing' | 'paused' | 'failed'): void
  /** Shows the place and the length of the song, in seconds. */
  drawPlace(place: number, length: number): void
}

/**
 * Creates the bar of the player. It has no framework, since it shows on pages without one.
 * @param volume from 0 to 100
 */
export function createPlayerBar(acts: PlayerActs, volume: number, t: Translate): PlayerBar {
  const parts = createParts(acts, volume, t)
  const { root, keys, name, cover, seek, failed, repeat, lyrics, panel } = parts
  let title = ''
  let state: 'playing' | 'paused' | 'failed' = 'paused'
  const drawToggle = (): void => {
    drawPlayerIcon(keys.toggle, state === 'playing' ? 'pause' : 'play')
    labelButton(keys.toggle, state === 'playing' ? t('player.pause') : t('player.play', { title }))
  }
  return {
    root,
    drawQueue(queue) {
      const song = queue.songs[queue.at]
      title = song?.title ?? ''
      name.replaceChildren(
        createIsolatedText('span', 'block truncate text-13 font-medium', title),
        createIsolatedText('span', 'block truncate text-12 text-faint', song?.line)
      )
      cover.hidden = song?.cover === ''
      const picture = scaledImageAddress(song?.cover ?? '', 320)
      if (picture !== '' && cover.getAttribute('src') !== picture) cover.src = picture
      seek.drawWave(song?.wave ?? '')
      drawRepeat(repeat, queue.repeat, t)
      lyrics.hidden = song?.lyric === ''
      if (lyrics.hidden && panel.shown() === 'lyrics') parts.show(null)
      panel.draw(queue)
      drawToggle()
    },
    drawState(next) {
      state = next
      failed.hidden = next !== 'failed'
      failed.textContent = next === 'failed' ? t('player.failed') : ''
      seek.root.hidden = next === 'failed'
      drawToggle()
    },
    drawPlace: seek.drawPlace
  }
}

function drawRepeat(button: HTMLButtonElement, mode: Repeat, t: Translate): void {
  drawPlayerIcon(button, mode === 'one' ? 'once' : 'repeat')
  labelButton(button, t(`player.repeat.${mode}`))
  button.dataset['repeat'] = mode
}

function createParts(acts: PlayerActs, volume: number, t: Translate) {
  const panel = createPlayerPanel(acts, t)
  const { buttons, show } = createPanelButtons(panel, t)
  const keys = createKeys(acts, t)
  const cover = createHtmlElement('img', {
    class: 'player-cover',
    alt: '',
    width: '44',
    height: '44'
  })
  const name = createHtmlElement('p', { class: 'player-name' })
  const seek = createSeekSlider(t('player.seek'), acts.onSeek)
  const failed = createHtmlElement('p', { role: 'alert', class: 'player-failed text-13 text-bad' })
  const repeat = createPlayerButton('repeat', acts.onRepeat)
  const close = createPlayerButton('close', acts.onClose)
  close.classList.add('player-close')
  labelButton(close, t('player.close'))
  const more = createHtmlElement(
    'div',
    { class: 'player-more' },
    repeat,
    buttons.lyrics,
    buttons.queue
  )
  const root = createHtmlElement(
    'section',
    { class: 'player', 'aria-label': t('player.title') },
    cover,
    name,
    keys.root,
    seek.root,
    failed,
    more,
    createVolume(acts, volume, t),
    close,
    panel.root
  )
  return { root, keys, name, cover, seek, failed, repeat, lyrics: buttons.lyrics, panel, show }
}

/** Music keys point in the direction of time, which is the same in every language. */
function createKeys({ onToggle, onStep }: PlayerActs, t: Translate) {
  const previous = createPlayerButton('previous', () => onStep(-1))
  const toggle = createPlayerButton('play', onToggle)
  const next = createPlayerButton('next', () => onStep(1))
  labelButton(previous, t('player.previous'))
  labelButton(next, t('player.next'))
  const root = createHtmlElement(
    'div',
    { class: 'player-keys', dir: 'ltr' },
    previous,
    toggle,
    next
  )
  return { root, toggle }
}

/** Creates the buttons that open the panel. Escape closes it and returns to its button. */
function createPanelButtons(panel: PlayerPanel, t: Translate) {
  const show = (kind: PanelKind | null): void => {
    panel.show(kind)
    for (const each of ['lyrics', 'queue'] as const)
      buttons[each].setAttribute('aria-expanded', String(kind === each))
  }
  const create = (kind: PanelKind): HTMLButtonElement => {
    const button = createPlayerButton(kind, () => show(panel.shown() === kind ? null : kind))
    labelButton(button, t(`player.${kind}`))
    button.setAttribute('aria-controls', panel.root.id)
    button.setAttribute('aria-expanded', 'false')
    return button
  }
  const buttons = { lyrics: create('lyrics'), queue: create('queue') }
  panel.root.addEventListener('keydown', ({ key }) => {
    const kind = panel.shown()
    if (key !== 'Escape' || kind === null) return
    show(null)
    buttons[kind].focus()
  })
  return { buttons, show }
}

function createVolume({ onVolume }: PlayerActs, volume: number, t: Translate): HTMLElement {
  const input = createHtmlElement('input', {
    type: 'range',
    dir: 'ltr',
    min: '0',
    max: '100',
    value: String(volume),
    'aria-label': t('player.volume')
  })
  input.addEventListener('input', () => onVolume(Number(input.value)))
  const sign = createHtmlElement('span', { class: 'turns flex' })
  drawPlayerIcon(sign, 'sound')
  return createHtmlElement('label', { class: 'player-volume' }, sign, input)
}
