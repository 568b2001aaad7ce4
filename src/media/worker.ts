import { MEDIA_JOBS } from '#media/jobs.ts'
import { serveJobs } from '#media/serve-jobs.ts'

serveJobs(MEDIA_JOBS)
