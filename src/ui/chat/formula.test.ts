import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { drawFormula } from '#ui/chat/formula.ts'

const drawn = (source: string, display = false): string =>
  renderToStaticMarkup(drawFormula(source, display))

describe('a formula', () => {
  test('renders as MathML in the requested letters', () => {
    expect(drawn('\\frac{a}{2}', true)).toContain(
      '<mfrac><mi class="italic">a</mi><mn>2</mn></mfrac>'
    )
    expect(drawn('x')).toMatch(/^<math dir="ltr">/)
    expect(drawn('\\mathbb{R}\\mathcal{L}\\mathbf{x1}')).toMatch(/ℝ.*ℒ.*font-semibold">x<.*>1</)
    expect(drawn('\\text{otherwise}')).toContain('otherwise')
  })

  test('omits its TeX source and puts spaces around functions', () => {
    expect(drawn('n\\log n')).toBe(
      '<math dir="ltr"><mrow><mi class="italic">n</mi><mspace width="0.1667em"></mspace><mi>log</mi><mspace width="0.1667em"></mspace><mi class="italic">n</mi></mrow></math>'
    )
    expect(drawn('\\log(x)')).toContain('<mi>log</mi><mo stretchy="false">(</mo>')
  })

  test('aligns its columns by the classes of their cells', () => {
    expect(drawn('\\begin{aligned}a&=b\\\\c&=d\\end{aligned}', true)).toMatch(
      /<mtd class="text-end[^"]*pe-0[^"]*">.*<mtd class="text-start ps-0/
    )
  })

  test.each(['\\frac{', '\\nosuch', 'x'.repeat(6000), '\\def\\a{\\a\\a}\\a'])(
    'stays source if it is invalid or would take too long to draw: %#',
    source => {
      expect(drawFormula(source, false)).toBeNull()
    }
  )

  test.each([
    '\\href{javascript:alert(1)}{x}',
    '\\htmlStyle{color:red}{x}',
    '\\includegraphics{https://example.com/a.png}',
    '\\url{https://x.example}'
  ])('cannot contain a link, an image or a style: %s', source => {
    expect(drawn(source)).not.toMatch(/href=|src=|style=|<a|<img/)
  })
})
