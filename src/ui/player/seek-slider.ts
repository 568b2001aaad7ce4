import { WAVEFORM_BARS, wavePath } from '#core/waveform.ts'
import { createHtmlElement } from '#ui/palette/palette-row.ts'
import { formatClock } from '#ui/tool/clock.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** The height of the waveform in its own units. */
const HEIGHT = 32

/**
 * How many bars are drawn as one, by the class of the path. The width of the page decides which path
 * shows: on a phone, single bars would touch.
 */
const MERGED = { 'player-fine': 1, 'player-coarse': 2 }

type SeekSlider = {
  root: HTMLElement
  /** Shows a waveform, or a line without one. */
  drawWave(wave: string): void
  /** Shows the place and the length of the song, in seconds. */
  drawPlace(place: number, length: number): void
}

/**
 * Creates a slider for the place in a song, over its waveform. Times run from left to right in
 * every language.
 * @param onSeek gets the second that the user chose
 */
export function createSeekSlider(name: string, onSeek: (second: number) => void): SeekSlider {
  const input = createHtmlElement('input', {
    type: 'range',
    min: '0',
    max: '0',
    step: '0.1',
    'aria-label': name
  })
  const [base, played] = [drawing('player-base'), drawing('player-played')]
  const wave = createHtmlElement('div', { class: 'player-wave' })
  wave.append(base, played, input)
  const [at, rest] = [createHtmlElement('span', {}), createHtmlElement('span', {})]
  const root = createHtmlElement('div', { class: 'player-seek', dir: 'ltr' }, at, wave, rest)
  input.addEventListener('input', () => onSeek(Number(input.value)))
  return {
    root,
    drawWave(digits) {
      for (const [index, merged] of Object.values(MERGED).entries())
        for (const { children } of [base, played])
          children[index]?.setAttribute('d', wavePath(digits, HEIGHT, merged))
    },
    drawPlace(place, length) {
      const second = Math.min(place, length)
      input.max = String(length)
      input.value = String(second)
      input.setAttribute('aria-valuetext', formatClock(place))
      wave.style.setProperty('--played', `${length > 0 ? (second / length) * 100 : 0}%`)
      at.textContent = formatClock(place)
      rest.textContent = formatClock(length)
    }
  }
}

function drawing(className: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('class', className)
  picture.setAttribute('viewBox', `0 0 ${WAVEFORM_BARS} ${HEIGHT}`)
  picture.setAttribute('preserveAspectRatio', 'none')
  picture.setAttribute('aria-hidden', 'true')
  for (const name of Object.keys(MERGED)) {
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('class', name)
    picture.append(path)
  }
  return picture
}
