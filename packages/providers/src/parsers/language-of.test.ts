import { describe, expect, it } from 'vitest';
import { languageOf } from './language-of.ts';

const of = (path: string, head = '') => languageOf(path, new TextEncoder().encode(head));

describe('languageOf', () => {
  it.each([
    ['src/a.py', 'python'],
    ['src\\a.PY', 'python'],
    ['a.d.ts', 'typescript'],
    ['a.mts', 'typescript'],
    ['a.jsx', 'javascript'],
    ['Dockerfile', 'dockerfile'],
    ['docker/Dockerfile.dev', 'dockerfile'],
    ['api.Dockerfile', 'dockerfile'],
    ['Makefile', 'make'],
    ['makefile.am', 'make'],
    ['CMakeLists.txt', 'cmake'],
    ['Gemfile', 'ruby'],
    ['.bashrc', 'bash'],
    ['x.tar.gz', null],
    ['notes.txt', null],
    ['LICENSE', null],
    ['.gitignore', null],
    ['', null],
  ])('%s by its name', (path, language) => {
    expect(of(path)).toBe(language);
  });

  it.each([
    ['#!/usr/bin/env python3\nimport os', 'python'],
    ['#!/usr/bin/env -S node --test', 'javascript'],
    ['#!/usr/bin/env -S A=1 deno run', 'typescript'],
    ['#!/bin/sh -e', 'bash'],
    ['#! /usr/local/bin/ruby2.7', 'ruby'],
    ['\uFEFF#!/bin/bash', 'bash'],
    ['#!/usr/bin/awk -f', null],
    ['#!', null],
    ['import os', null],
  ])('no ending: %j', (head, language) => {
    expect(of('bin/tool', head)).toBe(language);
  });

  it.each([
    ['#include <stdio.h>\nint f(void);', 'c'],
    ['// class X is not here\n/* namespace y */\nstruct a { int b; };', 'c'],
    ['class A;', 'cpp'],
    ['namespace a { }', 'cpp'],
    ['template <typename T> struct A;', 'cpp'],
    ['#include <vector>\nvoid f();', 'cpp'],
    ['#import <Foundation/Foundation.h>', 'objc'],
    ['@interface Box : NSObject', 'objc'],
    ['', 'c'],
  ])('a header: %j', (head, language) => {
    expect(of('include/a.h', head)).toBe(language);
  });
});
