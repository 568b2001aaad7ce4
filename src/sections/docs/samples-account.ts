import { EXAMPLE_FILES } from '#core/example.ts'
import { codeSamples, type Samples } from '#ui/docs/samples.ts'

/**
 * Sample for the last five runs and their costs.
 * @param platform the platform's origin
 */
export function usageSamples(platform: string): Samples {
  return codeSamples({ url: `${platform}/api/v1/usage/apis?limit=5` })
}

/**
 * Samples that upload a file without a public address. The example file is one that the site itself
 * serves.
 * @param platform where files are uploaded
 * @param hub where the example file is
 */
export function uploadSamples(platform: string, hub: string): Samples {
  const { image } = EXAMPLE_FILES
  const url = `${platform}/api/v1/files`
  const curl = `curl -O ${hub}/examples/${image}
curl ${url} \\
  -H "Authorization: Bearer $API_KEY" \\
  -F "file=@${image}"`
  const javascript = `const photo = await (await fetch('${hub}/examples/${image}')).blob()
const form = new FormData()
form.append('file', photo, '${image}')

const answer = await fetch('${url}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.API_KEY}\` },
  body: form
})
const result = await answer.json()
if (!answer.ok) throw new Error(\`\${result.code}: \${result.detail} (\${result.trace_id})\`)
console.log(result.file_url)`
  const python = `import os
import requests

photo = requests.get("${hub}/examples/${image}", timeout=60).content
answer = requests.post(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
    files={"file": ("${image}", photo)},
    timeout=60,
)
result = answer.json()
if not answer.ok:
    raise RuntimeError(f"{result['code']}: {result['detail']} ({result['trace_id']})")
print(result["file_url"])`
  return [
    { language: 'curl', text: curl },
    { language: 'javascript', text: javascript },
    { language: 'python', text: python }
  ]
}

/** Sample for a terminal that turns a password into an access token. */
export function tokenSample({ hub, auth }: { hub: string; auth: string }): string {
  return `curl -s -o /dev/null -c cookies ${auth}/api/auth/sign-in/email \\
  -H "Content-Type: application/json" \\
  -d "{\\"email\\":\\"$EMAIL\\",\\"password\\":\\"$PASSWORD\\"}"
CODE=$(curl -s -b cookies -o /dev/null -w '%{redirect_url}' \\
  "${auth}/auth/login?redirect=${hub}/auth/callback" | sed 's/.*code=//')
curl ${auth}/oauth2/v1/token \\
  -H "Content-Type: application/json" \\
  -d "{\\"code\\":\\"$CODE\\"}"`
}
