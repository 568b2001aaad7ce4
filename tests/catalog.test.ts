import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { FULL_DOSE } from './support/dose.ts'
import { fc } from './support/property.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listServiceFolders, generateCatalogFiles } from '#catalog/gather.server.ts'
import { SERVICES } from '#catalog/index.ts'
import { SANDBOX_SERVICES } from '#catalog/sandboxes.server.ts'
import { conditionFields, type Condition } from '#core/condition.ts'
import type { Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { nestValues } from '#core/nested.ts'
import { toJsonSchema } from '#core/json-schema.ts'
import { parseMeasure } from '#core/measure.ts'
import { followUpNameKey } from '#core/output.ts'
import { countOutputs, priceOf } from '#core/price.ts'
import type { Action, FollowUp, Service } from '#core/service.ts'
import { checkBody } from '#core/warnings.ts'
import { LOCALES } from '#i18n/locale.ts'
import { complete, invalidBody, validBody, type Body } from './support/bodies.ts'
import { chunkOf } from './support/house/chunks.ts'
import { stamps, stampsSandbox } from './support/made-up-service.ts'
import { outputsOfSandbox } from './support/sandbox-outputs.ts'

const ROOT = join(import.meta.dirname, '..')
const RUNS = { numRuns: FULL_DOSE ? 200 : 50 }
const ALL: readonly Service[] = [...SERVICES, stamps]

const actionsOf = (service: Service): [string, Action][] => Object.entries(service.actions ?? {})
const offers = ALL.flatMap(service =>
  actionsOf(service).map(([verb, action]) => ({
    name: `${service.id} ${verb}`,
    service,
    verb,
    action
  }))
)

describe('the catalogue', () => {
  test.each(ALL)('$id is plain data', service => {
    expect(structuredClone(service)).toEqual(service)
    expect(JSON.parse(JSON.stringify(service))).toEqual(service)
  })

  test('each service has a unique id, path, service id and place', () => {
    for (const key of ['id', 'path', 'serviceId', 'place'] as const)
      expect(new Set(SERVICES.map(service => service[key])).size).toBe(SERVICES.length)
    expect(SERVICES.map(({ place }) => place)).toEqual(
      SERVICES.map(({ place }) => place).toSorted((a, b) => a - b)
    )
  })

  test('the catalogue matches its folders, and a new service folder appears in it', () => {
    const folders = listServiceFolders()
    for (const [file, text] of Object.entries(generateCatalogFiles(folders)))
      expect(readFileSync(join(ROOT, 'src/catalog', file), 'utf8')).toBe(text)
    const more = generateCatalogFiles([...folders, { id: 'stamps', sandbox: true }])
    expect(more['services.ts']).toContain("import { stamps } from '#catalog/stamps/service.ts'")
    expect(more['sandboxes.server.ts']).toContain('  stamps: stampsSandbox')
  })
})

test('no browser loads the catalogue, so a new service changes no other page', () => {
  const { files, globs } = chunkOf(ROOT)
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.filter(file => /^(src\/(catalog|pages|layouts|servers|providers)|locales)\//.test(file))
  ).toEqual([])
  expect(globs).toEqual([])
})

describe.each(offers)('$name', ({ service, verb, action }) => {
  const { fields, limits = [], price, followUps = [] } = action
  const read = (body: Body): ReturnType<typeof checkBody> => checkBody(fields, limits, body)

  test('the sandbox generates a result with every value that the follow-ups read', async () => {
    const sandbox = { ...SANDBOX_SERVICES, stamps: stampsSandbox }[service.id]?.[verb]
    const [made = {}] = await outputsOfSandbox(action, sandbox)
    const taken = followUps.flatMap(({ set }) =>
      Object.values(set).filter(value => typeof value === 'string' && value.startsWith('$'))
    )
    const looked = followUps.flatMap(({ when }) =>
      when === undefined ? [] : conditionFields(when)
    )
    const named = [...taken.map(value => String(value).slice(1)), ...looked, action.shows.field]
    const known = [...Object.keys(made), ...Object.keys(fields).map(name => `request.${name}`)]
    expect(known).toEqual(expect.arrayContaining(named))
  })

  test('accepts its own default and derived values', () => {
    for (const [name, field] of Object.entries(fields)) {
      const bare = Object.fromEntries(
        Object.entries(field).filter(([key]) => key !== 'when' && key !== 'required')
      ) as Field
      const own = [
        ...('default' in field ? [field.default] : []),
        ...(field.derived ?? []).map(({ value }) => value)
      ]
      for (const value of own.filter(each => each !== undefined))
        expect(checkBody({ [name]: bare }, [], { [name]: value })).toEqual({
          values: { [name]: value },
          issues: [],
          warnings: [],
          ended: []
        })
    }
  })

  test('conditions refer to existing fields', () => {
    const conditions: (Condition | true | undefined)[] = [
      ...Object.values(fields).flatMap(({ when, required, derived = [] }) => [
        when,
        required,
        ...derived.map(each => each.when)
      ]),
      ...[...limits, ...price, ...(Array.isArray(action.outputs) ? action.outputs : [])].map(
        ({ when }: { when?: Condition }) => when
      )
    ]
    const named = conditions.flatMap(each =>
      each === undefined || each === true ? [] : conditionFields(each)
    )
    const others = [
      ...limits.flatMap(({ field, above = field }) => [field, above]),
      ...price.flatMap(({ times = [] }) =>
        times.flatMap(name => parseMeasure(name)?.fields ?? name)
      )
    ]
    for (const name of [...named, ...others]) expect(Object.keys(fields)).toContain(name)
    expect(action.deadline).toBeGreaterThan(action.expected)
  })

  test.each(followUps)(
    'its follow-up $id fills existing fields with values that they accept',
    (followUp: FollowUp) => {
      const target = ALL.find(({ id }) => id === (followUp.service ?? service.id))
      const asked = target?.actions?.[followUp.action]
      if (asked === undefined) throw new Error('it leads nowhere')
      const samples = {
        text: 'a',
        id: 'a',
        choice: 0,
        number: 12.5,
        switch: true,
        file: 'https://files.example/a'
      }
      const filled = Object.entries(followUp.set).map(([name, value]): [string, Json] => {
        const field = asked.fields[name]
        if (field === undefined) throw new Error(`${name} is no field`)
        const sample = field.type === 'choice' ? (field.options[0] ?? 0) : samples[field.type]
        return [name, typeof value === 'string' && value.startsWith('$') ? sample : value]
      })
      const { issues, warnings } = checkBody(
        asked.fields,
        asked.limits ?? [],
        Object.fromEntries(filled)
      )
      // Only the fields that the user still has to fill in may be missing.
      const unwritten = issues.filter(
        ({ field, code }) => code !== 'required' || (followUp.set[field] ?? '') !== ''
      )
      expect([unwritten, warnings]).toEqual([[], []])
      // A follow-up that repeats a run has the other values from its request.
      if (followUp.atOnce && !followUp.repeats) expect(issues).toEqual([])
    }
  )

  test('valid bodies keep their values, have a price and match the JSON schema', () => {
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    const describes = ajv.compile(toJsonSchema(fields))
    fc.assert(
      fc.property(validBody(action), body => {
        const sent = nestValues(body)
        const checked = read(sent)
        expect(checked.issues).toEqual([])
        expect(checked.values).toEqual(complete(action, body))
        expect(read(body)).toEqual(checked)
        const idle = Object.keys(body).filter(name => !Object.hasOwn(checked.values, name))
        expect(idle).toEqual(expect.arrayContaining(checked.warnings))
        const cost = priceOf(price, checked.values)
        expect([
          Number.isInteger(cost),
          cost > 0,
          countOutputs(action.outputs, checked.values) >= 1
        ]).toEqual([true, true, true])
        expect(describes(sent), JSON.stringify(describes.errors)).toBe(true)
      }),
      RUNS
    )
  })

  test('invalid bodies are refused at the wrong field', () => {
    fc.assert(
      fc.property(invalidBody(action), ({ body, field, code }) => {
        for (const sent of [body, nestValues(body)])
          expect(read(sent).issues).toContainEqual({ field, code })
      }),
      RUNS
    )
  })

  test('ignores unknown fields with a warning', () => {
    fc.assert(
      fc.property(
        validBody(action),
        fc.string({ minLength: 1 }),
        fc.jsonValue(),
        (body, name, value) => {
          fc.pre(
            !Object.hasOwn(fields, name) &&
              !name.includes('.') &&
              name !== '__proto__' &&
              !Object.keys(fields).some(each => each.startsWith(`${name}.`))
          )
          const { issues, warnings } = read({ ...body, [name]: value as Json })
          expect(issues).toEqual([])
          expect(warnings).toContain(name)
        }
      ),
      RUNS
    )
  })
})

function countExamples(id: string): number {
  const words = JSON.parse(readFileSync(join(ROOT, `locales/en/${id}.json`), 'utf8')) as object
  return Object.keys(words).filter(key => key.startsWith(`${id}.example.`)).length
}

test.each(SERVICES.filter(({ examples }) => examples !== undefined))(
  'the examples of $id are settings that it accepts',
  service => {
    const { fields = {}, limits = [] } = Object.values(service.actions ?? {})[0] ?? {}
    expect(service.examples).toHaveLength(countExamples(service.id))
    for (const settings of service.examples ?? []) {
      const { issues, warnings, ended } = checkBody(fields, limits, settings)
      const wrong = issues.filter(({ code }) => code !== 'required')
      expect([wrong, warnings, ended]).toEqual([[], [], []])
    }
  }
)

describe.each(SERVICES.filter(({ actions }) => actions !== undefined))(
  'the strings of $id',
  service => {
    const { id } = service
    const wanted = [
      'title',
      'line',
      'about',
      ...actionsOf(service).flatMap(([verb, { fields }]) => [
        `action.${verb}`,
        ...Object.keys(fields).map(name => `field.${name}`),
        ...Object.entries(fields).flatMap(([name, field]) =>
          field.type === 'choice' && field.look !== 'ratio'
            ? field.options.map(option => `option.${name}.${option}`)
            : []
        )
      ])
    ].map(key => `${id}.${key}`)
    const followUps = actionsOf(service).flatMap(([, action]) => action.followUps ?? [])
    const names = followUps.map(followUp => followUpNameKey(service, followUp))

    test.each(LOCALES)('are complete in %s, with no unused ones', locale => {
      const [words, shared] = [id, 'field'].map(
        group =>
          JSON.parse(readFileSync(join(ROOT, `locales/${locale}/${group}.json`), 'utf8')) as Record<
            string,
            string
          >
      )
      const all = { ...words, ...shared }
      expect([...wanted, ...names].filter(key => !all[key]?.trim())).toEqual([])
      const declared = Object.keys(words ?? {}).filter(key =>
        /^\w+\.(action|field|option|follow|hint)\./.test(key)
      )
      const unused = declared.filter(
        key => ![...wanted, ...names].includes(key.replace(`${id}.hint.`, `${id}.field.`))
      )
      expect(unused).toEqual([])
    })

    test('have three to six examples, or none if the tool starts with a file', () => {
      const isFile = ({ type, required }: Field): boolean => type === 'file' && required === true
      const [action] = Object.values(service.actions ?? {})
      const startsWithFile = Object.values(action?.fields ?? {}).some(isFile)
      expect(startsWithFile ? [0, 3, 4, 5, 6] : [3, 4, 5, 6]).toContain(countExamples(id))
    })
  }
)
