/** Languages with classes or types that are compiled. */
import type { CodeCase } from '../code-case.ts';

export const COMPILED: readonly CodeCase[] = [
  {
    language: 'go',
    file: 'calc.go',
    depth: 'deep',
    text: String.raw`// Package calc is a sample.
package calc

import (
	"fmt"
	m "example.org/maths/v2"
)

// Box holds things.
type Box[T any] struct {
	Base
	items, more []T
}

type Shape interface {
	Area(n int) (float64, error)
	fmt.Stringer
}

const Limit, low = 3, 1

// First gives one.
func (b *Box[T]) First(a, c int, rest ...string) (T, error) {
	r, err := m.Find(b.items)
	for i, v := range r {
		go func() { fmt.Println(i, v) }()
	}
	return r, err
}

func New() *Box[int] { return &Box[int]{} }
`,
    symbols: [
      'struct Box:10',
      'field Box.items:12',
      'field Box.more:12',
      'interface Shape:15',
      'method Shape.Area:16',
      'constant Limit:20',
      'constant low:20',
      'method Box.First:23',
      'function New:31',
    ],
    uses: ['Find:24', 'Println:26', 'd:26', 's:31'],
    imports: ['fmt - fmt', 'example.org/maths/v2 - m'],
    comment: '//',
    broken: 'func (',
  },
  {
    language: 'rust',
    file: 'calc.rs',
    depth: 'deep',
    text: String.raw`//! A sample.

use std::{fmt, io::{self, Read as R}};
/// A box.
#[derive(Debug)]
pub struct Box<T> { pub items: Vec<T>, size: i32 }
enum Colour { Red, Rgb(u8) }
pub trait Shape: fmt::Debug { fn area(&self) -> f64; fn twice(&self) -> f64 { self.area() * 2.0 } }
impl<T> Shape for Box<T> { fn area(&self) -> f64 { self.size.into() } }
impl Box<u8> {
    /// Makes one.
    pub async fn make(n: u8) -> Self {
        let inner = |q: u8| q.run();
        for i in items.iter() { inner(i); }
        println!("{}", describe(n));
        Box::fill(n)?
    }
}
mod deep { pub const LIMIT: u8 = 3; }
macro_rules! say { () => {} }
`,
    symbols: [
      'struct Box:6',
      'field Box.items:6',
      'field Box.size:6',
      'enum Colour:7',
      'constant Colour.Red:7',
      'constant Colour.Rgb:7',
      'trait Shape:8',
      'method Shape.area:8',
      'method Shape.twice:8',
      'method Box.area:9',
      'method Box.make:12',
      'namespace deep:19',
      'constant deep.LIMIT:19',
      'macro say:20',
    ],
    uses: ['area:8', 'into:9', 'run:13', 'iter:14', 'inner:14', 'describe:15', 'println:15', 'fill:16'],
    imports: ['std fmt fmt', 'std io io', 'std::io Read R'],
    comment: '//',
    broken: 'fn (',
  },
  {
    language: 'java',
    file: 'Calc.java',
    depth: 'deep',
    text: String.raw`package app.models;
import java.util.List;
import static lib.Tools.wrap;
import lib.more.*;
/** A box. */
@Entity
public abstract class Calc<T extends Shape> extends Base<T> implements Shape, Other {
  private static final int LIMIT = 3, low;
  public Calc(int a) { super(a); this.low = a; }
  @Override protected <X> String area(List<X> a, int... rest) throws Fault {
    for (X x : a) { use(x); }
    Runnable r = () -> run();
    a.forEach(this::each);
    return new Maker(1).make();
  }
  interface Inner { void go(); }
  enum Colour { RED(1), GREEN; Colour() {} }
  record Pair(int x, String y) {}
}
`,
    symbols: [
      'class Calc:7',
      'field Calc.low:8',
      'field Calc.LIMIT:8',
      'constructor Calc.Calc:9',
      'method Calc.area:10',
      'interface Calc.Inner:16',
      'method Calc.Inner.go:16',
      'enum Calc.Colour:17',
      'constant Calc.Colour.RED:17',
      'constant Calc.Colour.GREEN:17',
      'constructor Calc.Colour.Colour:17',
      'class Calc.Pair:18',
    ],
    uses: ['p:9', 'use:11', 'run:12', 'forEach:13', 'Maker:14', 'make:14'],
    imports: ['java.util List List', 'lib.Tools wrap wrap', 'lib.more * -'],
    comment: '//',
    broken: 'class {',
  },
  {
    language: 'c',
    file: 'calc.c',
    depth: 'deep',
    text: String.raw`#include <stdio.h>
#include "lib/base.h"
#define TWICE(x) ((x) * 2)
/* A box. */
typedef struct box { int size; struct box *next; } box_t;
enum colour { RED, GREEN = 2 };
static int limit = 3;
int area(int n);
/* Makes one. */
static box_t *make(const char *name, void (*each)(int), ...) {
  box_t *b = alloc(sizeof(box_t));
  b->next = find(name);
  each(1);
  return b;
}
`,
    symbols: [
      'macro TWICE:3',
      'type box_t:5',
      'struct box:5',
      'field box.size:5',
      'field box.next:5',
      'enum colour:6',
      'constant colour.RED:6',
      'constant colour.GREEN:6',
      'variable limit:7',
      'function area:8',
      'function make:10',
    ],
    uses: ['alloc:11', 'find:12', 'each:13'],
    imports: ['stdio.h * -', 'lib/base.h * -'],
    comment: '//',
    broken: 'int f( {',
  },
  {
    language: 'cpp',
    file: 'calc.hpp',
    depth: 'deep',
    text: String.raw`#include <vector>
using namespace std;
namespace deep::er {
/** A box. */
template <typename T> class Box : public Base<T>, private Other {
 public:
  Box(int n) : size(n) {}
  virtual ~Box() = default;
  static int count();
  T first(const std::vector<T>& items) const override {
    auto inner = [this](int q) { return run(q); };
    for (auto& i : items) { i.go(); }
    return inner(size);
  }
 private:
  int size = 1;
};
int Box<int>::count() { return new Maker(1); }
}
enum class Colour { Red };
`,
    symbols: [
      'namespace deep::er:3',
      'class deep::er.Box:5',
      'constructor deep::er.Box.Box:7',
      'method deep::er.Box.~Box:8',
      'method deep::er.Box.count:9',
      'method deep::er.Box.first:10',
      'field deep::er.Box.size:16',
      'method deep::er.Box.count:18',
      'enum Colour:20',
      'constant Colour.Red:20',
    ],
    uses: ['run:11', 'go:12', 'inner:13', 'Maker:18'],
    imports: ['vector * -', 'std * -'],
    comment: '//',
    broken: 'class {',
  },
  {
    language: 'csharp',
    file: 'Calc.cs',
    depth: 'deep',
    text: String.raw`using System; using M = Lib.Maths;
namespace App.Models {
  /// A box.
  [Entity]
  public abstract class Box<T> : Base<T>, IShape where T : new() {
    private readonly int _size = 1;
    public string Name { get; set; } = "x";
    public Box(int n) : base(n) { this._size = n; }
    [Test] public override async Task<int> Area(List<T> a, int n = 2) {
      foreach (var q in a) Use(q);
      Func<int> inner = () => Run();
      return await a.Get(0)?.Foo(x: 1);
    }
  }
  interface IShape { void Area(); }
  enum Colour { Red, Green = 2 }
  record Pair(int X, string Y);
}
`,
    symbols: [
      'namespace App.Models:2',
      'class App.Models.Box:5',
      'field App.Models.Box._size:6',
      'property App.Models.Box.Name:7',
      'constructor App.Models.Box.Box:8',
      'method App.Models.Box.Area:9',
      'interface App.Models.IShape:15',
      'method App.Models.IShape.Area:15',
      'enum App.Models.Colour:16',
      'constant App.Models.Colour.Red:16',
      'constant App.Models.Colour.Green:16',
      'class App.Models.Pair:17',
    ],
    uses: ['p:8', 'Use:10', 'Run:11', 'Get:12', 'Foo:12'],
    imports: ['System * -', 'Lib.Maths - M'],
    comment: '//',
    broken: 'class {',
  },
  {
    language: 'kotlin',
    file: 'Calc.kt',
    depth: 'deep',
    text: String.raw`package app.models
import lib.Base
import lib.Two as Deux
/** A box. */
data class Box<T>(val items: List<T>, private var size: Int = 1) : Base(size), Shape {
  val first: T get() = items.first()
  companion object { fun make() = Box(listOf(1)) }
  override suspend fun area(n: Int): String? {
    val inner = items.map { it.run() }
    for (i in inner) use(i)
    return inner?.join(1) ?: throw Fault()
  }
}
interface Shape { fun area(n: Int): String? }
object Only : Shape { override fun area(n: Int) = Deux.go() }
enum class Colour { RED, GREEN }
fun String.shout(each: (Int) -> Unit) { each(1) }
`,
    symbols: [
      'class Box:5',
      'field Box.items:5',
      'field Box.size:5',
      'property Box.first:6',
      'class Box.companion:7',
      'method Box.companion.make:7',
      'method Box.area:8',
      'interface Shape:14',
      'method Shape.area:14',
      'class Only:15',
      'method Only.area:15',
      'enum Colour:16',
      'constant Colour.RED:16',
      'constant Colour.GREEN:16',
      'method String.shout:17',
    ],
    uses: ['first:6', 'listOf:7', 'Box:7', 'run:9', 'map:9', 'use:10', 'join:11', 'Fault:11', 'go:15', 'each:17'],
    imports: ['lib Base Base', 'lib Two Deux'],
    comment: '//',
    broken: 'class {',
  },
  {
    language: 'swift',
    file: 'Calc.swift',
    depth: 'shallow',
    text: String.raw`import Foundation
protocol Shape { func area() -> Double }
class Box<T>: Shape {
  init(n: Int) { fill(n) }
  func area() -> Double { return self.size.twice() }
}
typealias Pair = (Int, Int)
func outer() { Box(n: 1).area() }
`,
    symbols: [
      'interface Shape:2',
      'method Shape.area:2',
      'class Box:3',
      'constructor Box.init:4',
      'method Box.area:5',
      'type Pair:7',
      'function outer:8',
    ],
    uses: ['fill:4', 'twice:5', 'Box:8', 'area:8'],
    comment: '//',
  },
  {
    language: 'scala',
    file: 'Calc.scala',
    depth: 'shallow',
    text: String.raw`package app
trait Shape { def area(n: Int): Double }
class Box[T](items: List[T]) extends Shape {
  def area(n: Int): Double = items.map(wrap).size
}
object Box { val limit = 3; def make() = new Box(Nil) }
`,
    symbols: [
      'trait Shape:2',
      'method Shape.area:2',
      'class Box:3',
      'method Box.area:4',
      'class Box:6',
      'variable Box.limit:6',
      'method Box.make:6',
    ],
    uses: ['map:4', 'Box:6'],
    comment: '//',
    broken: 'class (',
  },
  {
    language: 'objc',
    file: 'Calc.m',
    depth: 'shallow',
    text: String.raw`#import <Foundation/Foundation.h>
@interface Box : NSObject
- (int)area;
@end
@implementation Box
- (int)area { return [self size] + twice(2); }
@end
int twice(int n) { return n; }
`,
    symbols: ['class Box:2', 'method Box.area:3', 'class Box:5', 'method Box.area:6', 'function twice:8'],
    uses: ['size:6', 'twice:6'],
    comment: '//',
  },
  {
    language: 'dart',
    file: 'calc.dart',
    depth: 'shallow',
    text: String.raw`import 'dart:io';
abstract class Shape { double area(); }
class Box<T> extends Shape {
  final List<T> items;
  Box(this.items);
  double area() { run(1); return items.length.toDouble(); }
}
enum Colour { red, green }
void outer() { print('x'); }
`,
    symbols: [
      'class Shape:2',
      'method Shape.area:2',
      'class Box:3',
      'constructor Box.Box:5',
      'method Box.area:6',
      'enum Colour:8',
      'function outer:9',
    ],
    uses: ['run:6', 'length:6', 'toDouble:6', 'print:9'],
    comment: '//',
    broken: 'class {',
  },
  {
    language: 'zig',
    file: 'calc.zig',
    depth: 'shallow',
    text: String.raw`const std = @import("./std.zig");
pub const Box = struct {
    size: u8,
    pub fn area(self: Box) u8 { return twice(self.size); }
};
fn twice(n: u8) u8 { return std.math.add(n, n); }
`,
    symbols: ['variable std:1', 'struct Box:2', 'method Box.area:4', 'function twice:6'],
    uses: ['twice:4', 'add:6'],
    comment: '//',
    broken: 'fn (',
  },
  {
    language: 'solidity',
    file: 'Calc.sol',
    depth: 'shallow',
    text: String.raw`pragma solidity ^0.8.0;
interface IShape { function area() external; }
contract Box is IShape {
  uint public size;
  event Made(uint n);
  constructor() { size = 1; }
  function area() external { twice(size); }
  function twice(uint n) internal {}
}
`,
    symbols: [
      'interface IShape:2',
      'method IShape.area:2',
      'class Box:3',
      'field Box.size:4',
      'type Box.Made:5',
      'constructor Box.constructor:6',
      'method Box.area:7',
      'method Box.twice:8',
    ],
    uses: ['twice:7'],
    comment: '//',
    broken: 'contract {',
  },
  {
    language: 'groovy',
    file: 'build.groovy',
    depth: 'shallow',
    text: String.raw`class Box {
  int area(int n) { return twice(n) }
}
def outer(n) { println(n) }
`,
    symbols: ['class Box:1', 'method Box.area:2', 'function outer:4'],
    uses: ['twice:2', 'println:4'],
    comment: '//',
  },
];
