import type { Json } from '#core/json.ts'
import { codeSamples, curlSample, type Samples } from '#ui/docs/samples.ts'

/** Samples for a question with a complete answer. */
export function chatSamples(api: string, model: string): Samples {
  const body = { model, question: 'Why is the sky blue?' }
  return codeSamples({
    url: `${api}/aichat/conversations`,
    body,
    headers: { Accept: 'application/json' },
    patience: 120
  })
}

/** Samples for an answer that streams word by word. */
export function streamSamples(api: string, model: string): Samples {
  const url = `${api}/aichat/conversations`
  const body: Json = { model, question: 'Why is the sky blue?' }
  const javascript = `const answer = await fetch('${url}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.API_KEY}\`,
    'content-type': 'application/json',
    accept: 'application/x-ndjson'
  },
  body: JSON.stringify({ model: '${model}', question: 'Why is the sky blue?' })
})
let rest = ''
for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + part).split('\\n')
  rest = lines.pop()
  for (const line of lines) if (line) process.stdout.write(JSON.parse(line).delta_answer ?? '')
}`
  const python = `import json
import os
import requests

with requests.post(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}", "Accept": "application/x-ndjson"},
    json={"model": "${model}", "question": "Why is the sky blue?"},
    stream=True,
    timeout=120,
) as answer:
    answer.raise_for_status()
    for line in answer.iter_lines():
        if line:
            print(json.loads(line).get("delta_answer") or "", end="", flush=True)`
  return [
    {
      language: 'curl',
      text: curlSample({ url, body, headers: { Accept: 'application/x-ndjson' } }).replace(
        'curl ',
        'curl -N '
      )
    },
    { language: 'javascript', text: javascript },
    { language: 'python', text: python }
  ]
}

/** Samples for OpenAI's own libraries, pointed at this address. */
export function openaiSamples(api: string, model: string): Samples {
  const body: Json = { model, messages: [{ role: 'user', content: 'Why is the sky blue?' }] }
  const javascript = `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${api}/v1', apiKey: process.env.API_KEY })

const stream = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Why is the sky blue?' }],
  stream: true
})
for await (const part of stream) process.stdout.write(part.choices[0]?.delta.content ?? '')`
  const python = `import os
from openai import OpenAI

client = OpenAI(base_url="${api}/v1", api_key=os.environ["API_KEY"])

stream = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Why is the sky blue?"}],
    stream=True,
)
for part in stream:
    if part.choices:
        print(part.choices[0].delta.content or "", end="", flush=True)`
  return [
    { language: 'curl', text: curlSample({ url: `${api}/v1/chat/completions`, body }) },
    { language: 'javascript', text: javascript },
    { language: 'python', text: python }
  ]
}

/** Sample for two more libraries, in the form of their own documentation. */
export function frameworkSample(api: string, model: string): string {
  return `// AI SDK
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { streamText } from 'ai'

const provider = createOpenAICompatible({ name: 'studio', baseURL: '${api}/v1', apiKey: process.env.API_KEY })
const { textStream } = streamText({ model: provider('${model}'), prompt: 'Why is the sky blue?' })
for await (const text of textStream) process.stdout.write(text)

// LangChain
import { ChatOpenAI } from '@langchain/openai'

const chat = new ChatOpenAI({
  model: '${model}',
  apiKey: process.env.API_KEY,
  configuration: { baseURL: '${api}/v1' }
})
console.log((await chat.invoke('Why is the sky blue?')).text)`
}

/** Samples that start a task and poll it until it has ended. */
export function taskSamples(api: string): Samples {
  const url = `${api}/flux/images`
  const body = { prompt: 'A lighthouse in the evening', async: true }
  const javascript = `const headers = { authorization: \`Bearer \${process.env.API_KEY}\`, 'content-type': 'application/json' }
const post = async (path, body) => {
  const answer = await fetch('${api}' + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

const { task_id } = await post('/flux/images', { prompt: 'A lighthouse in the evening', async: true })
let task
do {
  await new Promise(resolve => setTimeout(resolve, 2000))
  task = await post('/flux/tasks', { action: 'retrieve', id: task_id })
} while (task.state === 'queued' || task.state === 'running')
console.log(task.response)`
  const python = `import os
import time
import requests

def post(path, body):
    headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
    answer = requests.post("${api}" + path, headers=headers, json=body, timeout=60)
    answer.raise_for_status()
    return answer.json()

task_id = post("/flux/images", {"prompt": "A lighthouse in the evening", "async": True})["task_id"]
task = {"state": "queued"}
while task["state"] in ("queued", "running"):
    time.sleep(2)
    task = post("/flux/tasks", {"action": "retrieve", "id": task_id})
print(task["response"])`
  // The shell inserts its own variable where the quotes of the body are closed.
  const retrieve = curlSample({
    url: `${api}/flux/tasks`,
    body: { action: 'retrieve', id: '$TASK_ID' }
  }).replace('$TASK_ID', `'$TASK_ID'`)
  return [
    { language: 'curl', text: `${curlSample({ url, body })}\n\nTASK_ID=…\n${retrieve}` },
    { language: 'javascript', text: javascript },
    { language: 'python', text: python }
  ]
}
