/** Resident memory after a number of calls of a load. */
export type Sample = { load: string; done: number; megabytes: number }

const [WIDTH, HEIGHT] = [720, 320]
const EDGE = { left: 44, right: 16, top: 40, bottom: 36 }

/**
 * Draws samples as an SVG image with the date of today.
 * @param goals megabytes, which are drawn as dashed lines
 */
export function plotOf(
  samples: readonly Sample[],
  goals: Readonly<Record<string, number>>
): string {
  const top =
    Math.ceil(Math.max(...samples.map(each => each.megabytes), ...Object.values(goals)) / 50) * 50
  const x = (at: number): number =>
    EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * at) / Math.max(1, samples.length - 1)
  const y = (megabytes: number): number =>
    HEIGHT - EDGE.bottom - ((HEIGHT - EDGE.top - EDGE.bottom) * megabytes) / top
  const text = (at: number, height: number, words: string, anchor = 'start'): string =>
    `<text x="${at.toFixed(0)}" y="${height.toFixed(0)}" text-anchor="${anchor}">${words}</text>`
  const lines = Object.entries(goals).map(([name, megabytes]) => [
    `<path class="goal" d="M${EDGE.left} ${y(megabytes).toFixed(1)}H${WIDTH - EDGE.right}"/>`,
    text(WIDTH - EDGE.right, y(megabytes) - 5, `goal ${name} ${megabytes} MB`, 'end')
  ])
  const scale = Array.from({ length: top / 50 + 1 }, (_, at) =>
    text(EDGE.left - 8, y(at * 50) + 4, String(at * 50), 'end')
  )
  const ends = samples.flatMap(({ load, done, megabytes }, at) =>
    samples[at + 1]?.load === load
      ? []
      : [
          `<circle cx="${x(at).toFixed(1)}" cy="${y(megabytes).toFixed(1)}" r="3"/>`,
          text(x(at), y(megabytes) - 9, megabytes.toFixed(0), at === 0 ? 'start' : 'end'),
          text(
            x(at),
            HEIGHT - 14,
            done === 0 ? load : `${done} ${load}`,
            at === 0 ? 'start' : 'end'
          )
        ]
  )
  const curve = samples.map(({ megabytes }, at) => `${x(at).toFixed(1)},${y(megabytes).toFixed(1)}`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<style>text{fill:#333}.goal{stroke:#b45309;stroke-dasharray:4 4;fill:none}polyline{fill:none;stroke:#2563eb;stroke-width:2}circle{fill:#2563eb}</style>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(
      EDGE.left,
      22,
      `Resident memory in MB, measured on ${new Date().toISOString().slice(0, 10)} by npm run bench -- memory`
    ),
    ...scale,
    ...lines.flat(),
    `<polyline points="${curve.join(' ')}"/>`,
    ...ends,
    '</svg>',
    ''
  ].join('\n')
}
