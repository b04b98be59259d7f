// Package chart draws charts of measurements, as SVG.
package chart

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"math"
	"os"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart has lines over X, or bars if it has Categories.
type Chart struct {
	Title      string
	Caption    []string // lines below the chart: where, when and how it was measured
	X, Y       string
	LogX, LogY bool
	Categories []string
	Series     []Series
}

// Series has points by X, or one point for each category, with their ranges.
type Series struct {
	Name   string
	Points []Point
}

// Point is a value with its range. A bar whose value is NaN is left out.
type Point struct{ X, Y, Low, High float64 }

const (
	width  = 20 * vg.Centimeter
	height = 12 * vg.Centimeter
)

// Write draws the chart into a file.
func (c Chart) Write(file string) error {
	if len(c.Series) == 0 {
		return errors.New("the chart has no series")
	}
	p := c.plot()
	legend := plot.NewLegend()
	legend.TextStyle.Font.Size = vg.Points(9)
	legend.Top, legend.YOffs = true, vg.Points(-30)
	legend.Left = true // names go to the right, where a wider font has room
	legend.Padding = vg.Points(3)
	for i, s := range c.Series {
		add := c.line
		if c.Categories != nil {
			add = c.bars
		}
		t, err := add(p, i, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		legend.Add(s.Name, t...)
	}
	c.scale(p)
	canvas := vgsvg.New(width, height)
	c.draw(p, legend, draw.New(canvas))

	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(small(svg.String())), 0o644)
}

// plot returns an empty plot with the title, axes and a grid.
func (c Chart) plot() *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	p.Title.Padding = vg.Points(8)
	p.Title.TextStyle.Font.Typeface, p.Title.TextStyle.Font.Variant = "Liberation", "Sans"
	p.BackgroundColor = color.White
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font.Size = vg.Points(10)
		axis.Tick.Label.Font.Size = vg.Points(9)
	}
	p.Add(plotter.NewGrid())
	if c.LogX { // doublings are equally far apart
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, c.ticks(func(q Point) float64 { return q.X })
	} else if c.Categories == nil {
		p.X.Tick.Marker = c.ticks(func(q Point) float64 { return q.X })
	}
	p.Y.Tick.Marker = linearTicks{}
	if c.LogY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	return p
}

// scale chooses the ranges of the axes, once all series are added.
func (c Chart) scale(p *plot.Plot) {
	if c.Categories != nil {
		p.NominalX(c.Categories...)
		p.X.Min, p.X.Max = -0.5, float64(len(c.Categories))-0.5
	}
	if c.LogX {
		p.X.Min, p.X.Max = p.X.Min/1.1, p.X.Max*1.1
	}
	if c.LogY {
		p.Y.Min, p.Y.Max = p.Y.Min/1.2, p.Y.Max*1.2
		if c.Categories != nil {
			p.Y.Min = c.foot() // bars stand on the axis
		}
	} else {
		p.Y.Min, p.Y.Max = min(0, p.Y.Min), p.Y.Max*1.03
	}
}

// draw puts the plot, its legend and its caption on the canvas.
func (c Chart) draw(p *plot.Plot, legend plot.Legend, all draw.Canvas) {
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	caption := text.Style{Color: color.Gray{0x50}, Font: font.From(plot.DefaultFont, vg.Points(7.5)), Handler: plot.DefaultTextHandler}
	below := vg.Points(float64(10*len(c.Caption)) + 8)
	for i, line := range c.Caption {
		all.FillText(caption, vg.Point{X: vg.Points(6), Y: below - vg.Points(float64(10*(i+1)))}, line)
	}
	names := legend.Rectangle(all)
	right := names.Max.X - names.Min.X + vg.Points(24)
	legend.Draw(draw.Crop(all, all.Max.X-all.Min.X-right, 0, below, 0))
	upright := p.Y.Label.TextStyle // plot would place the name by the arithmetic middle, also on a logarithmic axis
	upright.Rotation, upright.XAlign = math.Pi/2, draw.XCenter
	beside := vg.Points(4) + upright.Height(c.Y)
	p.Y.Label.Text = ""
	inside := draw.Crop(all, beside+vg.Points(4), -(right + vg.Points(10)), below, -vg.Points(6))
	fit(&p.X.Tick.Label, c.Categories, p.DataCanvas(inside).Size().X)
	fit(&p.Title.TextStyle, []string{c.Title}, 0.95*inside.Size().X/share)
	p.Draw(inside)
	data := p.DataCanvas(inside)
	all.FillText(upright, vg.Point{X: all.Min.X + beside, Y: (data.Min.Y + data.Max.Y) / 2}, c.Y)
}

// share is the part of a width that names may take. The rest is room for a reader's wider font.
const share = 0.75

// fit shrinks a font until names that share a width fit beside each other.
func fit(style *text.Style, names []string, width vg.Length) {
	for _, name := range names {
		room := share * width / vg.Length(len(names))
		if wide := style.Width(name); wide > room {
			style.Font.Size *= room / wide
		}
	}
}

// points adapts the points of a series and their ranges to plotter.
type points []Point

func (p points) Len() int                        { return len(p) }
func (p points) XY(i int) (x, y float64)         { return p[i].X, p[i].Y }
func (p points) YError(i int) (down, up float64) { return p[i].Y - p[i].Low, p[i].High - p[i].Y }

// ranged returns the points that have a range. A single measurement has none.
func ranged(all points) points {
	return slices.DeleteFunc(slices.Clone(all), func(q Point) bool { return q.Low == q.High })
}

func (c Chart) line(p *plot.Plot, i int, s Series) ([]plot.Thumbnailer, error) {
	line, dots, err := plotter.NewLinePoints(points(s.Points))
	if err != nil {
		return nil, err
	}
	line.Color, dots.Color = shade(i), shade(i)
	line.Width = vg.Points(1.3)
	dots.Shape, dots.Radius = plotutil.Shape(i), vg.Points(2.5)
	p.Add(line, dots)
	if some := ranged(s.Points); len(some) > 0 {
		ranges, err := plotter.NewYErrorBars(some)
		if err != nil {
			return nil, err
		}
		ranges.Color = line.Color
		p.Add(ranges)
	}
	return []plot.Thumbnailer{line, dots}, nil
}

// bars draws the bars of a series beside those of the others, in coordinates of the chart.
func (c Chart) bars(p *plot.Plot, i int, s Series) ([]plot.Thumbnailer, error) {
	wide, foot := 0.8/float64(len(c.Series)), c.foot()
	var bars []plotter.XYer
	var ranges points
	for k, q := range s.Points {
		if math.IsNaN(q.Y) {
			continue
		}
		x := float64(k) - 0.4 + wide*float64(i)
		bars = append(bars, plotter.XYs{{X: x, Y: foot}, {X: x + wide, Y: foot}, {X: x + wide, Y: q.Y}, {X: x, Y: q.Y}})
		q.X = x + wide/2
		ranges = append(ranges, q)
	}
	b, err := plotter.NewPolygon(bars...)
	if err != nil {
		return nil, err
	}
	b.Color, b.LineStyle.Width = shade(i), 0
	p.Add(b)
	if some := ranged(ranges); len(some) > 0 {
		r, err := plotter.NewYErrorBars(some)
		if err != nil {
			return nil, err
		}
		r.Width, r.CapWidth = vg.Points(0.7), vg.Points(3)
		p.Add(r)
	}
	return []plot.Thumbnailer{b}, nil
}

// foot returns the value at which bars begin: 0, or half of the least value on a logarithmic axis,
// which has no 0.
func (c Chart) foot() float64 {
	if !c.LogY {
		return 0
	}
	least := math.Inf(1)
	for _, s := range c.Series {
		for _, q := range s.Points {
			if q.Low > 0 {
				least = min(least, q.Low)
			}
		}
	}
	return least / 2
}

// shade returns the color of a series: dark, soft, or darker.
func shade(i int) color.Color {
	n := len(plotutil.DarkColors)
	switch i / n {
	case 0:
		return plotutil.DarkColors[i]
	case 1:
		return plotutil.SoftColors[i%n]
	}
	r, g, b, _ := plotutil.DarkColors[i%n].RGBA()
	return color.RGBA64{uint16(r / 2), uint16(g / 2), uint16(b / 2), 0xffff}
}
