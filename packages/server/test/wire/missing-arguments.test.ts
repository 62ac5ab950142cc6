import { Arg, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { IsIn, IsOptional } from 'class-validator';
import { ask, outcome } from './support/modern.ts';
import { closables } from '../support/closables.ts';

const open = closables();

describe('RuntimeOptions.askForMissing since 2026-07-28', () => {
  test('prefills short values, and keeps a value too large for a form', async () => {
    class ReviewArgs {
      @Arg() code!: string;
      @Arg() @IsIn(['brief', 'strict']) tone!: string;
      @Arg() @IsOptional() language?: string;
    }
    @Prompt({ name: 'review', args: ReviewArgs })
    class Review implements PromptHandler<ReviewArgs> {
      render = ({ code, tone, language }: ReviewArgs) => `${code.length} ${tone} ${language}`;
    }
    const runtime = new Runtime({ prompts: [Review], askForMissing: true });
    const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0 });
    open.push(server);
    const params = { name: 'review', arguments: { code: 'x'.repeat(80_000), language: 'go' } };
    const { requestState, ...round } = outcome(await ask(server.url, { method: 'prompts/get', params })) as {
      requestState: string;
    };
    expect(round).toEqual({
      resultType: 'input_required',
      inputRequests: {
        review: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: `What should "review" use as tone? Understood: code is ${'x'.repeat(64)}…; language is go.`,
            requestedSchema: {
              type: 'object',
              properties: {
                tone: { type: 'string', description: 'one of brief, strict', enum: ['brief', 'strict'] },
                language: { type: 'string', default: 'go' },
              },
              required: ['tone'],
            },
          },
        },
      },
    });
    const inputResponses = { review: { action: 'accept', content: { tone: 'strict', language: 'go' } } };
    const repeated = { ...params, requestState, inputResponses };
    expect(outcome(await ask(server.url, { method: 'prompts/get', params: repeated }))).toEqual({
      resultType: 'complete',
      messages: [{ role: 'user', content: { type: 'text', text: '80000 strict go' } }],
    });
  });
});
