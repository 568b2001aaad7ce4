import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool as langchainTool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { generateImage, generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASKING, MODEL, openV1, QUESTION, WEATHER, type V1World } from '../support/v1-world.ts'

/** A server that listens, for frameworks by others, which run unchanged. */
let v1: V1World

beforeAll(async () => {
  v1 = await openV1()
})
afterAll(() => v1.close())

describe('the AI SDK', () => {
  const provider = () =>
    createOpenAICompatible({
      name: 'polymuse',
      baseURL: v1.baseURL,
      apiKey: v1.apiKey,
      includeUsage: true
    })

  test('streams text, with thoughts separate', async () => {
    const { fullStream } = streamText({
      model: provider().chatModel('deepseek-r1'),
      prompt: QUESTION,
      maxRetries: 0
    })
    const types = (await Array.fromAsync(fullStream)).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['reasoning-delta', 'text-delta', 'finish']))
    expect(types).not.toContain('error')
  })

  test('runs a tool and continues', async () => {
    const answer = await generateText({
      model: provider().chatModel(MODEL),
      messages: ASKING,
      tools: {
        weather: tool({
          inputSchema: jsonSchema<{ city: string }>(WEATHER),
          execute: async ({ city }) => `Rain in ${city}`
        })
      },
      stopWhen: stepCountIs(3)
    })
    expect(answer.steps).toHaveLength(2)
    expect(answer.steps[0]?.toolResults[0]?.output).toBe('Rain in Lisbon')
    expect(answer.text).toContain('Lisbon')
  })

  test('generates an image', async () => {
    const { image } = await generateImage({
      model: provider().imageModel('flux-schnell'),
      prompt: 'A harbour',
      size: '1024x1024'
    })
    expect(image.mediaType).toMatch(/^image\//)
  })
})

describe('LangChain', () => {
  const chat = () =>
    new ChatOpenAI({
      model: MODEL,
      apiKey: v1.apiKey,
      maxRetries: 0,
      configuration: { baseURL: v1.baseURL }
    })

  test('asks and streams', async () => {
    const answer = await chat().invoke([new HumanMessage(QUESTION)])
    expect(answer.text).toContain('sky')
    expect(answer.usage_metadata?.output_tokens).toBeGreaterThan(10)
    const pieces = await Array.fromAsync(await chat().stream(QUESTION))
    expect(pieces.map(({ text }) => text).join('')).toBe(answer.text)
  })

  test('calls a tool and uses its result', async () => {
    const forecast = langchainTool(({ city }: { city: string }) => `Rain in ${city}`, {
      name: 'weather',
      description: 'Weather',
      schema: WEATHER
    })
    const bound = chat().bindTools([forecast])
    const called = await bound.invoke(ASKING)
    expect(called.tool_calls).toMatchObject([{ name: 'weather', args: { city: 'Lisbon' } }])
    const [call] = called.tool_calls ?? []
    if (call === undefined) throw new Error('no call')
    const result = new ToolMessage({ content: 'Rain in Lisbon', tool_call_id: call.id ?? '' })
    const answer = await bound.invoke([...ASKING, called, result])
    expect(answer.tool_calls).toEqual([])
    expect(answer.text).toContain('Lisbon')
  })
})
