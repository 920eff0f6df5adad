/**
 * The worker process: `worker.ts <folder of the model> <plain | reads | languages> <runtime>`. It loads the model at once, says `ready` or `failed`, and then
 * answers each request with one outcome per text. It lives as long as the process that started it wants it.
 */
import { inspect } from 'node:util';
import { ZapomniError } from '@zapomni/core/errors';
import type { RuntimeChoice } from '@zapomni/core/ports';
import type { OnnxRuntime } from '../model/onnx-runtime.ts';
import type { SentenceModel } from '../model/sentence-model.ts';
import type {
  WorkerOutcome,
  WorkerProblem,
  WorkerReply,
  WorkerRequest,
  WorkerTask,
  WorkerText,
} from './worker-messages.ts';

async function main(modelDir: string, task: WorkerTask, choice: RuntimeChoice): Promise<void> {
  const began = performance.now();
  try {
    const { loadOnnxRuntime } = await import('../model/onnx-runtime.ts');
    const { onnx, used } = await loadOnnxRuntime(choice);
    const model = await load(onnx, modelDir, task);
    process.on('message', (request: WorkerRequest) => void answer(model, request));
    reply({ kind: 'ready', loadMs: Math.round(performance.now() - began), runtime: used });
  } catch (error) {
    reply({ kind: 'failed', problem: toProblem(error) });
  }
}

/** Imported here, so that what fails while importing is told like everything else. */
async function load(onnx: OnnxRuntime, modelDir: string, task: WorkerTask): Promise<SentenceModel> {
  if (task === 'languages') return (await import('../languages/language-model.ts')).loadLanguageModel(onnx, modelDir);
  return (await import('../model/sentence-model.ts')).loadSentenceModel(onnx, modelDir, task === 'reads');
}

async function answer(model: SentenceModel, { texts }: WorkerRequest): Promise<void> {
  const outcomes: WorkerOutcome[] = [];
  for (const text of texts) outcomes.push(await embedOne(model, text));
  reply({ kind: 'done', outcomes });
}

async function embedOne(model: SentenceModel, text: WorkerText): Promise<WorkerOutcome> {
  try {
    return await model(text);
  } catch (error) {
    return { problem: toProblem(error) };
  }
}

/** Errors lose their own fields on the way; this keeps what the other side needs. */
function toProblem(error: unknown): WorkerProblem {
  const known = error instanceof ZapomniError;
  return {
    message: known ? error.message : 'The built-in model failed.',
    hint: known ? error.hint : undefined,
    detail: inspect(known ? error.cause : error),
  };
}

function reply(message: WorkerReply): void {
  process.send?.(message);
}

// A terminal sends its signals to the whole group; the parent decides when to stop, and may still need answers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
// Also how the parent's own sudden death is noticed.
process.on('disconnect', () => process.exit());
void main(process.argv[2] as string, process.argv[3] as WorkerTask, process.argv[4] as RuntimeChoice);
