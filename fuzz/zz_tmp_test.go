package fuzz_test
import ("testing";"os";"flag";"time";"github.com/stealproof/stealproof/internal/check";"github.com/stealproof/stealproof/model/sched")
var zzrun = flag.String("zzrun","","")
func TestZZ(t *testing.T){
 if sched.Instrumented(){t.Skip()}
 b,err:=check.Build(t.Context(),check.Source{Dir:"..",Rewrite:[]string{"./wsq","./internal/mutant","./internal/protocol"},Test:"./fuzz",
  Replace: map[string]string{"github.com/stealproof/stealproof/internal/park": "../model/shim/park"}})
 if err!=nil{t.Fatal(err)}
 defer b.Close()
 out,err:=b.Run(t.Context(),check.Plan{Run:*zzrun,Time:30*time.Second})
 os.WriteFile("/tmp/pp/out.txt",out.Output,0o644)
 if err!=nil{t.Fatal(err)}
 t.Log(out.Failed)
}
