/** Tools that answer with each kind of content, fail, report, or lose their stream. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tool } from '@zapomni/server';
import { constantTool, fixtureTool } from './fixture-tool.ts';
import { IMAGE, SOUND } from './samples.ts';

const STEP_MS = 20;

export const contentTools: readonly Tool[] = [
  constantTool('test_simple_text', 'Answers with text.', [
    { type: 'text', text: 'This is a simple text response for testing.' },
  ]),
  constantTool('test_image_content', 'Answers with an image.', [{ type: 'image', ...IMAGE }]),
  constantTool('test_audio_content', 'Answers with sound.', [{ type: 'audio', ...SOUND }]),
  constantTool('test_embedded_resource', 'Answers with a resource.', [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ]),
  constantTool('test_multiple_content_types', 'Answers with text, an image and a resource.', [
    { type: 'text', text: 'Multiple content types test:' },
    { type: 'image', ...IMAGE },
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    },
  ]),
  constantTool('test_streaming_elicitation', 'Answers without asking anything.', [
    { type: 'text', text: 'Nothing but the result is on the stream.' },
  ]),
];

export const reportingTools: readonly Tool[] = [
  fixtureTool('test_tool_with_logging', 'Logs three times.', async (_, { log }) => {
    for (const what of ['started', 'processing data', 'completed']) {
      log('info', `Tool execution ${what}`);
      await sleep(STEP_MS);
    }
    return { text: 'Logged three times.' };
  }),
  fixtureTool('test_logging_tool', 'Logs once.', async (_, { log }) => {
    log('info', 'For those who asked for logs.');
    return { text: 'Logged.' };
  }),
  fixtureTool('test_tool_with_progress', 'Reports its progress.', async (_, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress(done, 100, `Completed step ${done} of 100`);
      await sleep(STEP_MS);
    }
    return { text: 'Reported three times.' };
  }),
  fixtureTool('test_error_handling', 'Fails.', async () => {
    throw new Error('This tool intentionally returns an error for testing');
  }),
  fixtureTool('test_reconnection', 'Closes its stream before it answers.', async (_, { closeStream }) => {
    closeStream?.();
    await sleep(STEP_MS);
    return { text: 'The client came back for this.' };
  }),
];
