import { between, chance, smooth, upTo, wandering } from '#media/random.ts'
import type { Palette } from '#sandbox/pictures/palette.ts'
import type { Brush, Layer, Stage } from '#sandbox/pictures/stage.ts'
import { disc, texture, within } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter, type Tone } from '#sandbox/pictures/tone.ts'
import type { Light } from '#sandbox/scenes/sky.ts'

export type Ridge = {
  name: string
  depth: number
  /** Where its foot lies, and how high it rises: pixels. */
  foot: number
  rise: number
  /** How many waves across the picture, and how jagged. */
  waves: number
  jagged: number
  tone: Tone
  /** How much air lies before it: 0 near to 1 far. */
  haze: number
  snow: boolean
  /** Height of its trees as a share of the shorter side; 0 for none. */
  trees: number
  leafy: boolean
}

/** The height of a ridge's edge at a place, in pixels from the top. */
export function edgeOf(stage: Stage, ridge: Ridge): (x: number) => number {
  const line = wandering(stage.random(`ridge ${ridge.name}`), 6, 0.32 + ridge.jagged * 0.2)
  return x => {
    const value = line((x / stage.width) * ridge.waves + 10)
    const shaped = ridge.jagged > 0.5 ? 1 - Math.abs(value) * 1.9 : value
    return ridge.foot - ridge.rise * (0.45 + 0.55 * shaped)
  }
}

export function ridgeLayer(stage: Stage, light: Light, ridge: Ridge): Layer {
  return { depth: ridge.depth, paint: brush => paintRidge(brush, stage, light, ridge) }
}

function paintRidge(brush: Brush, stage: Stage, light: Light, ridge: Ridge): void {
  const edge = edgeOf(stage, ridge)
  const step = Math.max(2, stage.width / 400)
  const places = upTo((stage.right - stage.left) / step + 2).map(at => stage.left + at * step)
  const outline = (): void => {
    brush.moveTo(stage.left, stage.bottom)
    for (const x of places) brush.lineTo(x, edge(x))
    brush.lineTo(stage.right, stage.bottom)
    brush.closePath()
  }
  if (ridge.trees > 0)
    for (const tree of treesOn(stage, ridge, edge))
      (ridge.leafy ? paintLeafy : paintPine)(brush, tree, stage.palette.accents)
  within(brush, outline, () => {
    const misty = blend(ridge.tone, stage.palette.sky[2], ridge.haze * 0.75)
    const top = ridge.foot - ridge.rise
    const gradient = brush.createLinearGradient(
      0,
      top,
      0,
      ridge.foot + ridge.rise * 0.6 + stage.height * 0.06
    )
    gradient.addColorStop(0, css(ridge.tone))
    gradient.addColorStop(1, css(misty))
    brush.fillStyle = gradient
    brush.fillRect(stage.left, stage.top, stage.right - stage.left, stage.bottom - stage.top)
    sides(brush, stage, light, ridge, edge)
    if (ridge.snow) snowcap(brush, stage, light, ridge, edge)
  })
}

/** Slopes that look towards the light are lit, others lie in shade; snow lies on what is high. */
function sides(
  brush: Brush,
  stage: Stage,
  light: Light,
  ridge: Ridge,
  edge: (x: number) => number
): void {
  const random = stage.random(`slopes ${ridge.name}`)
  const { palette, unit } = stage
  const height = stage.height * 0.16 + ridge.rise
  for (const _ of upTo(520)) {
    const x = between(random, stage.left, stage.right)
    const start = edge(x)
    const slope = (edge(x + unit * 0.02) - edge(x - unit * 0.02)) / (unit * 0.04)
    const lit = Math.sign(light.x - x) * slope < 0 ? -1 : 1
    const strength = smooth(0.05, 0.6, Math.abs(slope)) * lit
    const y = start + random() ** 1.4 * height
    const base = strength > 0 ? blend(ridge.tone, palette.light, 0.3) : lighter(ridge.tone, -0.05)
    const alpha = (0.1 + Math.abs(strength) * 0.22) * (1 - ridge.haze * 0.45)
    brush.beginPath()
    brush.moveTo(x, y)
    brush.quadraticCurveTo(
      x + unit * 0.012 * Math.sign(slope),
      y + unit * 0.012,
      x + unit * between(random, 0.01, 0.05) * (Math.sign(slope) || 1),
      y + unit * between(random, 0.015, 0.05)
    )
    brush.strokeStyle = css(base, alpha)
    brush.lineWidth = unit * between(random, 0.002, 0.007)
    brush.lineCap = 'round'
    brush.stroke()
  }
  const area = {
    x: stage.left,
    y: ridge.foot - ridge.rise,
    width: stage.right - stage.left,
    height: stage.bottom - ridge.foot + ridge.rise
  }
  texture(brush, random, area, ridge.tone, unit, {
    count: 320,
    angle: 0.12,
    alpha: 0.16 * (1 - ridge.haze * 0.6),
    spread: 0.06
  })
}

type Tree = { x: number; foot: number; height: number; tone: Tone; snow: boolean; lean: number }

function treesOn(stage: Stage, ridge: Ridge, edge: (x: number) => number): Tree[] {
  const random = stage.random(`trees ${ridge.name}`)
  const grove = wandering(random, 3)
  const tall = stage.unit * ridge.trees
  return upTo((stage.right - stage.left) / (tall * 0.2)).flatMap(at => {
    const x = stage.left + at * tall * 0.2 + between(random, -0.1, 0.1) * tall
    const dense = grove((x / stage.width) * 3) * 0.5 + 0.6
    const height = tall * between(random, 0.45, 1) * (0.6 + dense * 0.4)
    const tree = {
      x,
      foot: edge(x) + height * 0.12,
      height,
      tone: lighter(ridge.tone, between(random, -0.04, 0.02)),
      snow: stage.has('snow'),
      lean: between(random, -0.04, 0.04)
    }
    return chance(random, dense) ? [tree] : []
  })
}

/** Snow lies on what is high, its lower edge torn; the side away from the light is blue. */
function snowcap(
  brush: Brush,
  stage: Stage,
  light: Light,
  ridge: Ridge,
  edge: (x: number) => number
): void {
  const torn = wandering(stage.random(`snow ${ridge.name}`), 3, 0.5)
  const line = ridge.foot - ridge.rise * 0.42
  const step = Math.max(1, stage.width / 700)
  for (const at of upTo((stage.right - stage.left) / step)) {
    const x = stage.left + at * step
    const top = edge(x)
    const depth = (line - top) * (0.55 + torn((x / stage.unit) * 22) * 0.5)
    if (depth <= 0) continue
    const slope =
      (edge(x + stage.unit * 0.025) - edge(x - stage.unit * 0.025)) / (stage.unit * 0.05)
    const shade = smooth(-0.25, 0.35, Math.sign(light.x - x) * slope)
    brush.fillStyle = css(
      blend(
        blend([0.97, 0.02, 80], stage.palette.light, 0.3),
        blend(ridge.tone, [0.8, 0.05, 260], 0.55),
        shade * 0.8
      ),
      0.9 - ridge.haze * 0.2
    )
    brush.fillRect(x, top, step + 0.6, depth)
  }
}

/** A broad tree: its crown of many touches in the colours of the season. */
function paintLeafy(
  brush: Brush,
  { x, foot, height, tone, lean }: Tree,
  accents: Palette['accents']
): void {
  const kind = Math.abs(Math.round(x * 7.3 + height))
  const crown = blend(tone, accents[kind % 3] ?? tone, 0.62)
  brush.strokeStyle = css(lighter(tone, -0.08))
  brush.lineWidth = height * 0.045
  brush.beginPath()
  brush.moveTo(x, foot)
  brush.lineTo(x + lean * height, foot - height * 0.5)
  brush.stroke()
  for (const leaf of upTo(26)) {
    const [angle, away] = [leaf * 2.399963, Math.sqrt(leaf / 26) * height * 0.27]
    const [px, py] = [
      x + lean * height + Math.cos(angle) * away,
      foot - height * 0.62 + Math.sin(angle) * away * 1.15
    ]
    disc(
      brush,
      px,
      py,
      height * (0.07 + 0.03 * ((kind + leaf) % 3)),
      css(lighter(crown, -Math.sin(angle) * 0.05 - 0.02 + 0.02 * (leaf % 3)), 0.92)
    )
  }
}

/** A fir: tiers of boughs that get wider downwards. */
function paintPine(brush: Brush, { x, foot, height, tone, snow, lean }: Tree): void {
  const tiers = 7
  brush.fillStyle = css(lighter(tone, -0.03))
  brush.fillRect(x - height * 0.015, foot - height * 0.2, height * 0.03, height * 0.2)
  for (const tier of upTo(tiers)) {
    const top = foot - height * (1 - (tier / tiers) * 0.86)
    const wide = height * (0.035 + 0.022 * tier)
    const low = top + height * 0.2
    const middle = x + lean * height * (1 - tier / tiers)
    brush.beginPath()
    brush.moveTo(middle, top)
    brush.quadraticCurveTo(middle + wide * 0.4, low - height * 0.06, middle + wide, low)
    brush.quadraticCurveTo(middle, low - height * 0.035, middle - wide, low)
    brush.quadraticCurveTo(middle - wide * 0.4, low - height * 0.06, middle, top)
    brush.fillStyle = css(lighter(tone, 0.012 * (tier % 2)))
    brush.fill()
    if (!snow) continue
    brush.beginPath()
    brush.moveTo(middle, top)
    brush.quadraticCurveTo(
      middle - wide * 0.35,
      low - height * 0.07,
      middle - wide * 0.9,
      low - height * 0.01
    )
    brush.quadraticCurveTo(middle - wide * 0.2, low - height * 0.08, middle, top)
    brush.fillStyle = css([0.97, 0.015, 250], 0.8)
    brush.fill()
  }
}
